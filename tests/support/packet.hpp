// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Frames as expressions: ethernet() / vlan(10) / ipv4() / udp(1234, 53) / payload(20).
//
// Each layer writes into the one before it what it is: an ethertype, an IP protocol or a PPP protocol. Lengths and
// checksums are left 0: nothing here looks at them.

#include "bytes.hpp"

#include <cstddef>
#include <optional>

namespace xdpbond::test {

// The numbers that announce a layer; none where nothing can announce it that way.
struct announced {
    std::optional<unsigned> ethertype{};
    std::optional<unsigned> protocol{}; // IP
    std::optional<unsigned> ppp{};
};

// The field in which a layer announces the next one.
enum class next_field { none, ethertype, protocol, ppp };

struct layer {
    bytes content;
    announced as{};
    next_field next = next_field::none;
    std::size_t next_at = 0; // where in content

    operator bytes() const { return content; }
};

// The layers so far, and where the last of them announces its successor.
struct packet {
    bytes content;
    next_field next = next_field::none;
    std::size_t next_at = 0;

    packet(const layer& first) : content(first.content), next(first.next), next_at(first.next_at) {}
    operator bytes() const { return content; }
};

packet operator/(packet outer, const layer& inner);

// The first `size` bytes.
bytes cut(const bytes& frame, std::size_t size);

} // namespace xdpbond::test
