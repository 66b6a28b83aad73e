// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Frames and what they are to a bond.

#include "support/layers.hpp"

#include <xdpbond/bpf/abi.h>

#include <string>
#include <vector>

namespace xdpbond::test {

struct control_case {
    std::string name;
    bytes frame;
    xdpbond_reason by_default; // control_frames=default
    xdpbond_reason link_local; // control_frames=link-local; with none everything is data
};

inline std::vector<control_case> control_cases() {
    constexpr auto data = XDPBOND_REASON_SENT, local = XDPBOND_REASON_LINK_LOCAL;
    constexpr auto neighbour = XDPBOND_REASON_NEIGHBOUR, runt = XDPBOND_REASON_RUNT;
    const auto to = [](std::uint8_t last) { return ethernet(mac{0x01, 0x80, 0xc2, 0x00, 0x00, last}); };
    const bytes solicitation = ethernet() / ipv6() / icmpv6(135), tagged = ethernet() / vlan(1) / ipv6() / icmpv6(135);
    return {
        {"STP", to(0x00) / payload(46), local, local},
        {"LACP", to(0x02) / trailer(0x8809, 110), local, local},
        {"802.1X", to(0x03) / trailer(0x888e, 46), local, local},
        {"LLDP", to(0x0e) / trailer(0x88cc, 46), local, local},
        {"the last of them", to(0x0f) / ipv4() / tcp(1, 2), local, local},
        {"one of 14 bytes", to(0x00), local, local},
        {"GARP", to(0x21) / payload(46), data, data},
        {"the one behind them", to(0x10) / payload(46), data, data},
        {"a near miss in the middle", ethernet(mac{0x01, 0x80, 0xc2, 0, 0x01, 0}) / payload(46), data, data},
        {"a near miss at the start", ethernet(mac{0x01, 0x80, 0xc3, 0, 0, 0}) / payload(46), data, data},
        {"LLDP to another address", ethernet() / trailer(0x88cc, 46), data, data},
        {"ARP", ethernet() / arp(), neighbour, data},
        {"ARP in a tag", ethernet() / vlan(10) / arp(), neighbour, data},
        {"ARP in two tags", ethernet() / vlan(10, 0x88a8) / vlan(20) / arp(), neighbour, data},
        {"ARP in three tags", ethernet() / vlan(1) / vlan(2) / vlan(3) / arp(), data, data},
        {"ARP of 14 bytes", cut(ethernet() / arp(), 14), neighbour, data},
        {"RARP", ethernet() / trailer(0x8035, 28), data, data},
        {"router solicitation", ethernet() / ipv6() / icmpv6(133), neighbour, data},
        {"neighbour solicitation", solicitation, neighbour, data},
        {"redirect", ethernet() / ipv6() / icmpv6(137), neighbour, data},
        {"neighbour advertisement in a tag", ethernet() / vlan(10) / ipv6() / icmpv6(136), neighbour, data},
        {"neighbour solicitation in two tags", ethernet() / vlan(1) / vlan(2) / ipv6() / icmpv6(135), neighbour, data},
        {"multicast listener report", ethernet() / ipv6() / icmpv6(132), data, data},
        {"inverse neighbour discovery", ethernet() / ipv6() / icmpv6(141), data, data},
        {"IPv6 ping", ethernet() / ipv6() / icmpv6(128, 0, 7), data, data},
        {"ICMPv6 type 135 in IPv4", ethernet() / ipv4() / icmpv6(135), data, data},
        {"neighbour solicitation behind an extension header", ethernet() / ipv6() / ipv6_extension(0) / icmpv6(135),
         data, data},
        {"neighbour solicitation cut before its type", cut(solicitation, 54), neighbour, data},
        {"the same in a tag", cut(tagged, 58), neighbour, data},
        {"ICMPv6 cut in its IPv6 header", cut(solicitation, 40), neighbour, data},
        {"ICMPv6 of 21 bytes", cut(solicitation, 21), neighbour, data},
        {"ICMPv6 cut before its next header", cut(solicitation, 20), runt, data},
        {"IPv4 of 33 bytes", cut(ethernet() / ipv4() / tcp(1, 2), 33), runt, data},
        {"IPv4 of 34 bytes", cut(ethernet() / ipv4() / tcp(1, 2), 34), data, data},
        {"a tag cut short", cut(ethernet() / vlan(1) / ipv4(), 17), runt, data},
        {"TCP", ethernet() / ipv4() / tcp(1, 2), data, data},
        {"TCP over IPv6 in a tag", ethernet() / vlan(1) / ipv6() / tcp(1, 2), data, data},
        {"IGMP", ethernet() / ipv4() / igmp(), data, data},
        {"broadcast", ethernet(mac{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}) / ipv4() / udp(67, 68), data, data},
    };
}

} // namespace xdpbond::test
