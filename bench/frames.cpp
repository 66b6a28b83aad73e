// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "frames.hpp"

#include <initializer_list>

namespace xdpbond::bench {
namespace {

using bytes = std::vector<std::uint8_t>;

constexpr std::size_t smallest_frame = 64;

bytes operator+(bytes left, const bytes& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

bytes be16(unsigned value) {
    return {static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
}

bytes ethernet() {
    return {0x02, 0, 0, 0, 0, 0x0a, 0x02, 0, 0, 0, 0, 0x0b};
}

bytes ipv4(unsigned protocol, unsigned payload, std::uint8_t last) {
    return bytes{0x45, 0} + be16(20 + payload) + bytes{0, 1, 0, 0, 64, static_cast<std::uint8_t>(protocol), 0, 0} +
           bytes{10, 0, 0, last} + bytes{10, 0, 1, last};
}

bytes ipv6(unsigned next_header, unsigned payload) {
    const bytes prefix{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    return bytes{0x60, 0, 0, 0} + be16(payload) + bytes{static_cast<std::uint8_t>(next_header), 64} + prefix +
           bytes{1} + prefix + bytes{2};
}

bytes udp(unsigned payload) {
    return be16(1234) + be16(53) + be16(8 + payload) + be16(0);
}

bytes tcp() {
    return be16(1234) + be16(443) + bytes{0, 0, 0, 1, 0, 0, 0, 1, 0x50, 0x10} + be16(8192) + be16(0) + be16(0);
}

bytes contents(frame_kind kind) {
    switch (kind) {
    case frame_kind::ipv4_udp:
        return ethernet() + be16(0x0800) + ipv4(17, 30, 1) + udp(22);
    case frame_kind::ipv4_tcp:
        return ethernet() + be16(0x0800) + ipv4(6, 20, 1) + tcp();
    case frame_kind::ipv6_tcp:
        return ethernet() + be16(0x86dd) + ipv6(6, 20) + tcp();
    case frame_kind::vlan_ipv4_udp:
        return ethernet() + be16(0x8100) + be16(0x200a) + be16(0x0800) + ipv4(17, 26, 1) + udp(18);
    case frame_kind::ipip_udp:
        return ethernet() + be16(0x0800) + ipv4(4, 30, 1) + ipv4(17, 10, 7) + udp(2);
    }
    return {};
}

std::string_view name(frame_kind kind) {
    switch (kind) {
    case frame_kind::ipv4_udp:
        return "ipv4-udp";
    case frame_kind::ipv4_tcp:
        return "ipv4-tcp";
    case frame_kind::ipv6_tcp:
        return "ipv6-tcp";
    case frame_kind::vlan_ipv4_udp:
        return "vlan-ipv4-udp";
    case frame_kind::ipip_udp:
        return "ipip-udp";
    }
    return {};
}

} // namespace

frame make_frame(frame_kind kind) {
    frame made{.name = name(kind), .bytes = contents(kind)};
    if (made.bytes.size() < smallest_frame)
        made.bytes.resize(smallest_frame);
    return made;
}

} // namespace xdpbond::bench
