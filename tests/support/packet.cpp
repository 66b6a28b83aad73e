// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "packet.hpp"

#include <algorithm>

namespace xdpbond::test {
namespace {

void put16(bytes& content, std::size_t at, unsigned value) {
    content.at(at) = static_cast<std::uint8_t>(value >> 8);
    content.at(at + 1) = static_cast<std::uint8_t>(value);
}

void announce(packet& outer, const announced& inner) {
    if (outer.next == next_field::ethertype && inner.ethertype)
        put16(outer.content, outer.next_at, *inner.ethertype);
    if (outer.next == next_field::ppp && inner.ppp)
        put16(outer.content, outer.next_at, *inner.ppp);
    if (outer.next == next_field::protocol && inner.protocol)
        outer.content.at(outer.next_at) = static_cast<std::uint8_t>(*inner.protocol);
}

} // namespace

packet operator/(packet outer, const layer& inner) {
    announce(outer, inner.as);
    outer.next = inner.next;
    outer.next_at = outer.content.size() + inner.next_at;
    outer.content.insert(outer.content.end(), inner.content.begin(), inner.content.end());
    return outer;
}

bytes cut(const bytes& frame, std::size_t size) {
    return bytes(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(std::min(size, frame.size())));
}

} // namespace xdpbond::test
