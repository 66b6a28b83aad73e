// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// <bond>_flood: the set of devices that mode broadcast sends a copy to, one for each half of the table.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/result.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace xdpbond::control {

// Remembers the sets it made, so that one is made again only where its members change.
class flood_sets {
public:
    // Makes the set of an idle half hold these devices; fewer than two need none. `map`: descriptor of <bond>_flood.
    // The kernel waits for a grace period in each change of that map.
    result<void> set(int map, std::uint32_t half, std::span<const std::uint32_t> ifindexes);

    // Takes the idle half's set out of the map where the other half has none either: the mode is no longer broadcast.
    result<void> forget(int map, std::uint32_t idle);

private:
    struct known_set {
        std::vector<std::uint32_t> members;
        std::shared_ptr<unique_fd> map; // none: not made by this object
    };
    std::array<known_set, 2> sets_;
};

} // namespace xdpbond::control
