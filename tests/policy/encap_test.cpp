// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What a user sees of encap2+3 and encap3+4: the flow in a tunnel decides.

#include "hash_of.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace xdpbond::test;

namespace {

const packet inner4 = ethernet() / ipv4() / tcp(1000, 80);
const packet inner6 = ethernet() / ipv6() / tcp(1000, 80);
const layer tunnel4 = ipv4(0xc0000201, 0xc0000202);
const layer tunnel6 = ipv6(ip6_2, ip6_1);
const layer transport = tcp(1000, 80);

// A frame whose addresses alone count.
const packet portless4 = ethernet() / ipv4() / ports(253, 0, 0, 8);

struct wrapped {
    std::string name;
    bytes frame;
};

packet repeated(packet frame, const layer& more, int times) {
    for (; times > 0; --times)
        frame = frame / more;
    return frame;
}

} // namespace

TEST_CASE("encap3+4: a flow takes the same slave in any tunnel and tag as without it") {
    const wrapped frames[] = {
        {"nothing", ethernet() / ipv4() / transport},
        {"IPv4 options", ethernet() / ipv4(ip_1, ip_2, 8) / transport},
        {"VLAN", ethernet() / vlan(10) / ipv4() / transport},
        {"QinQ", ethernet() / vlan(10, 0x88a8) / vlan(20) / ipv4() / transport},
        {"three tags", ethernet() / vlan(1) / vlan(2) / vlan(3) / ipv4() / transport},
        {"PPPoE", ethernet() / pppoe() / ipv4() / transport},
        {"batman-adv", ethernet() / batman() / ipv4() / transport},
        {"HSR", ethernet() / hsr() / ipv4() / transport},
        {"IP in IP", ethernet() / tunnel4 / ipv4() / transport},
        {"IPv4 in IPv6", ethernet() / tunnel6 / ipv4() / transport},
        {"GRE", ethernet() / tunnel4 / gre() / ipv4() / transport},
        {"GRE over IPv6", ethernet() / tunnel6 / gre() / ipv4() / transport},
        {"GRE with checksum", ethernet() / tunnel4 / gre(0x8000) / ipv4() / transport},
        {"GRE with key", ethernet() / tunnel4 / gre(0x2000) / ipv4() / transport},
        {"GRE with sequence number", ethernet() / tunnel4 / gre(0x1000) / ipv4() / transport},
        {"GRE with all of them", ethernet() / tunnel4 / gre(0xb000) / ipv4() / transport},
        {"PPTP", ethernet() / tunnel4 / gre(0x2001) / ipv4() / transport},
        {"PPTP with sequence and acknowledgment", ethernet() / tunnel4 / gre(0x3081) / ipv4() / transport},
        {"GRE in a tag in PPPoE", ethernet() / vlan(10) / pppoe() / tunnel4 / gre() / ipv4() / transport},
    };
    for (const wrapped& outer : frames) {
        CAPTURE(outer.name);
        CHECK(encap3_4(outer.frame) == encap3_4(inner4));
    }
}

TEST_CASE("encap3+4: the same for IPv6, and behind its extension headers") {
    const wrapped frames[] = {
        {"nothing", ethernet() / ipv6() / transport},
        {"VLAN", ethernet() / vlan(10) / ipv6() / transport},
        {"PPPoE", ethernet() / pppoe() / ipv6() / transport},
        {"IPv6 in IPv4", ethernet() / tunnel4 / ipv6() / transport},
        {"IPv6 in IPv6", ethernet() / tunnel6 / ipv6() / transport},
        {"GRE", ethernet() / tunnel4 / gre() / ipv6() / transport},
        {"PPTP", ethernet() / tunnel4 / gre(0x2001) / ipv6() / transport},
        {"hop by hop", ethernet() / ipv6() / ipv6_extension(0) / transport},
        {"routing", ethernet() / ipv6() / ipv6_extension(43, 24) / transport},
        {"destination", ethernet() / ipv6() / ipv6_extension(60) / transport},
        {"the longest", ethernet() / ipv6() / ipv6_extension(60, 2048) / transport},
        {"three of them",
         ethernet() / ipv6() / ipv6_extension(0) / ipv6_extension(43) / ipv6_extension(60) / transport},
    };
    for (const wrapped& outer : frames) {
        CAPTURE(outer.name);
        CHECK(encap3_4(outer.frame) == encap3_4(inner6));
    }
    CHECK(layer3_4(frames[7].frame) != layer3_4(inner6)); // layer3+4 does not look behind them
}

TEST_CASE("encap3+4: GRE carries whole Ethernet frames too") {
    packet outer = ethernet() / tunnel4 / gre();
    outer.content.at(outer.next_at) = 0x65;
    outer.content.at(outer.next_at + 1) = 0x58;
    outer.next = next_field::none; // keeps what was just written
    CHECK(encap3_4(outer / ethernet(mac_b, mac_a, 0x0800) / ipv4() / transport) == encap3_4(inner4));
    CHECK(encap3_4(outer / ethernet(mac_b, mac_a, 0x8100) / payload(3)) == layer2(inner4)); // cut in its tag
}

TEST_CASE("encap3+4: GRE with source routing or of an unknown version goes by its own addresses") {
    const std::uint32_t outer = encap3_4(ethernet() / tunnel4 / ports(253, 0, 0, 8));
    CHECK(encap3_4(ethernet() / tunnel4 / gre(0x4000) / ipv4() / transport) == outer);
    CHECK(encap3_4(ethernet() / tunnel4 / gre(0x0002) / ipv4() / transport) == outer);
    CHECK(encap3_4(ethernet() / tunnel4 / gre(0x0001) / ipv4() / transport) == outer); // PPTP without a key
}

TEST_CASE("encap3+4: of GRE's optional fields the key alone has to be there, if nothing behind it is read") {
    const bytes key = ethernet() / tunnel4 / gre(0x2000) / mpls(16),
                sum = ethernet() / tunnel4 / gre(0x8000) / mpls(16);
    CHECK(encap3_4(cut(key, 14 + 20 + 4 + 3)) == layer2(key));
    CHECK(encap3_4(cut(key, 14 + 20 + 4 + 4)) == encap3_4(key));
    CHECK(encap3_4(cut(sum, 14 + 20 + 4)) == encap3_4(sum));
}

TEST_CASE("encap3+4: IPv4 has no extension headers") {
    for (const std::uint8_t protocol : {0, 43, 44, 60})
        CHECK(encap3_4(ethernet() / ipv4() / ipv6_extension(protocol) / transport) == encap3_4(portless4));
}

TEST_CASE("encap2+3: the MACs and the inner addresses count, the ports do not") {
    const bytes one = ethernet() / tunnel4 / gre() / ipv4() / tcp(1, 2);
    CHECK(encap2_3(one) == encap2_3(ethernet() / tunnel4 / gre() / ipv4() / udp(3, 4)));
    CHECK(encap2_3(one) != encap2_3(ethernet() / tunnel4 / gre() / ipv4(ip_1, ip_2 + 1) / tcp(1, 2)));
    CHECK(encap2_3(one) != encap2_3(ethernet(mac{2, 0, 0, 0, 0, 0x77}) / tunnel4 / gre() / ipv4() / tcp(1, 2)));
}

TEST_CASE("encap3+4: fragments go by their addresses, an IPv6 one too that is the only one") {
    CHECK(encap3_4(ethernet() / ipv4(ip_1, ip_2, 0, 0x2000) / transport) == encap3_4(portless4));
    CHECK(encap3_4(ethernet() / tunnel4 / ipv4(ip_1, ip_2, 0, 0x00b9) / transport) == encap3_4(portless4));
    CHECK(encap3_4(ethernet() / ipv6() / ipv6_fragment(0) / transport) ==
          encap3_4(ethernet() / ipv6() / ports(253, 0, 0, 8)));
    CHECK(encap3_4(ethernet() / ipv4(0xc0000201, 0xc0000202, 0, 0x2000) / ipv4() / transport) ==
          encap3_4(ethernet() / tunnel4 / ports(253, 0, 0, 8))); // what a fragmented tunnel carries is not read
}

TEST_CASE("encap3+4: pings go by their identifier, ICMP errors by their addresses") {
    CHECK(encap3_4(ethernet() / ipv4() / icmp(8, 0, 7)) == layer3_4(ethernet() / ipv4() / icmp(8, 0, 7)));
    CHECK(encap3_4(ethernet() / vlan(9) / ipv4() / icmp(8, 0, 7)) == layer3_4(ethernet() / ipv4() / icmp(8, 0, 7)));
    CHECK(encap3_4(ethernet() / ipv4() / icmp(3) / tunnel4 / transport) == encap3_4(portless4));
}

TEST_CASE("encap3+4: UDP tunnels are not looked into") {
    const bytes vxlan = ethernet() / tunnel4 / udp(55555, 4789) / payload(8) / ethernet() / ipv4() / transport;
    CHECK(encap3_4(vxlan) == layer3_4(ethernet() / tunnel4 / udp(55555, 4789)));
}

TEST_CASE("encap3+4: all ARP and MPLS takes the first slave; encap2+3 spreads it by its MACs") {
    for (const bytes& frame : {bytes(ethernet() / arp()), bytes(ethernet() / trailer(0x8035, 28)),
                               bytes(ethernet() / mpls(16) / ipv4() / transport),
                               bytes(ethernet() / pppoe() / mpls(16)), bytes(ethernet() / vlan(10) / arp())}) {
        CHECK(encap3_4(frame) == 0);
        const std::uint32_t macs = layer2(frame); // 16 bits
        CHECK(encap2_3(frame) == (macs ^ macs >> 8));
    }
}

TEST_CASE("encap3+4: MPLS in IP goes by the addresses around it") {
    CHECK(encap3_4(ethernet() / ipv4() / mpls(16) / tunnel4 / transport) == encap3_4(portless4));
}

TEST_CASE("encap3+4: TIPC goes by the node that sent it, and needs 16 bytes to tell") {
    const bytes one = ethernet() / tipc(0x01001001), other = ethernet() / tipc(0x01001002);
    CHECK(encap3_4(one) != encap3_4(other));
    CHECK(encap3_4(cut(one, 30)) == encap3_4(one));
    CHECK(encap3_4(cut(one, 29)) == layer2(one));
}

TEST_CASE("encap3+4: what is unknown or cut short goes by its MACs") {
    const bytes gre_in_tag = ethernet() / vlan(10) / tunnel4 / gre(0x2000) / ipv4() / transport;
    const std::size_t first_bytes_of_inner_ip = 14 + 4 + 20 + 8 + 19;
    CHECK(encap3_4(cut(gre_in_tag, first_bytes_of_inner_ip)) == layer2(gre_in_tag));
    CHECK(encap3_4(cut(gre_in_tag, 17)) == layer2(gre_in_tag));                  // in the tag
    CHECK(encap3_4(cut(gre_in_tag, 14 + 4 + 20 + 4 + 3)) == layer2(gre_in_tag)); // in the key
    for (const bytes& frame : {bytes(ethernet() / trailer(0x88cc, 60)), bytes(ethernet() / trailer(0x88f7, 33)),
                               bytes(ethernet() / trailer(0x8906, 37)), bytes(ethernet() / hsr() / trailer(0x1234, 9))})
        CHECK(encap3_4(frame) == layer2(frame));
    CHECK(encap3_4(ethernet() / trailer(0x88f7, 34)) == 0);
    CHECK(encap3_4(ethernet() / trailer(0x8906, 38)) == 0);
}

TEST_CASE("encap3+4: a header length below 20 is no IPv4 header; layer3+4 takes it literally") {
    bytes frame = ethernet() / ipv4() / transport;
    frame[14] = 0x44;
    CHECK(encap3_4(frame) == layer2(frame));
    CHECK(layer3_4(frame) != layer2(frame));
}

TEST_CASE("encap3+4: PPPoE that is no session, or carries no valid protocol, goes by its MACs") {
    packet session = ethernet() / pppoe() / ipv4() / transport;
    const std::uint32_t macs = layer2(session);
    session.content[15] = 0xa7; // terminate
    CHECK(encap3_4(session) == macs);
    const auto with_protocol = [](std::uint16_t protocol) {
        packet frame = ethernet() / pppoe() / payload(40);
        frame.content[20] = static_cast<std::uint8_t>(protocol >> 8);
        frame.content[21] = static_cast<std::uint8_t>(protocol);
        return frame;
    };
    CHECK(encap3_4(with_protocol(0xc021)) == 0);    // LCP is valid, and has no addresses
    CHECK(encap3_4(with_protocol(0x2145)) == macs); // a compressed protocol field
    CHECK(encap3_4(with_protocol(0x0022)) == macs); // an even number
}

TEST_CASE("encap3+4: fifteen tags are looked behind, then nothing was found") {
    CHECK(encap3_4(repeated(ethernet(), vlan(1), 15) / ipv4() / transport) == encap3_4(inner4));
    CHECK(encap3_4(repeated(ethernet(), vlan(1), 16) / ipv4() / transport) == 0);
}

TEST_CASE("encap3+4: sixteen extension headers are looked behind, even of the greatest length") {
    for (const std::size_t size : {std::size_t{8}, std::size_t{2048}}) {
        const packet sixteen = repeated(ethernet() / ipv6(), ipv6_extension(60, size), 16);
        CHECK(encap3_4(sixteen / transport) == encap3_4(inner6));
        CHECK(encap3_4(sixteen / ipv6_extension(60, size) / transport) ==
              encap3_4(ethernet() / ipv6() / ports(253, 0, 0, 8)));
    }
}
