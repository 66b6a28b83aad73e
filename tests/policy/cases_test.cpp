// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What a user sees of layer2, layer2+3, layer3+4 and vlan+srcmac.

#include "hash_of.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::test;

namespace {

// The packet of `outer` and the same flow the other way.
packet forth(const layer& transport) {
    return ethernet() / ipv4() / transport;
}
packet back(const layer& transport) {
    return ethernet(mac_b, mac_a) / ipv4(ip_2, ip_1) / transport;
}

} // namespace

TEST_CASE("the worked examples of the kernel's bonding") {
    const bytes v4 = ethernet() / ipv4() / udp(1234, 53);
    CHECK(layer2(v4) == 0x00000801);
    CHECK(layer2_3(v4) == 0x03030b0a);
    CHECK(hash_of(v4, XDPBOND_HASH_LAYER2_3, XDPBOND_HASH_VERSION_5_15) == 0x01818585);
    CHECK(layer3_4(v4) == 0x1b1b7270);
    CHECK(encap3_4(v4) == 0x1b1b7270);
    const bytes v6 = ethernet() / ipv6() / udp(1234, 53);
    CHECK(layer2(v6) == 0x86dc);
    CHECK(layer2_3(v6) == 0x03038559);
    CHECK(layer3_4(v6) == 0x1b1b7270);
    CHECK(layer3_4(ethernet() / ipv4() / icmp(8, 0, 0x1234)) == 0x08929296);
}

TEST_CASE("layer2: all frames between two hosts take one slave, both ways") {
    CHECK(layer2(forth(tcp(1, 2))) == layer2(forth(udp(3, 4))));
    CHECK(layer2(forth(tcp(1, 2))) == layer2(back(tcp(2, 1))));
    CHECK(layer2(forth(tcp(1, 2))) != layer2(ethernet() / ipv6() / tcp(1, 2)));
}

TEST_CASE("layer2: of a tagged frame the tag's ethertype counts, not what is in it") {
    CHECK(layer2(ethernet() / vlan(10) / ipv4() / tcp(1, 2)) == layer2(ethernet() / vlan(20) / ipv6() / tcp(3, 4)));
    CHECK(layer2(ethernet() / vlan(10) / ipv4()) == (0x0a ^ 0x0b ^ 0x8100));
}

TEST_CASE("layer2+3: a connection takes one slave both ways, whatever its ports") {
    CHECK(layer2_3(forth(tcp(1, 2))) == layer2_3(forth(tcp(3, 4))));
    CHECK(layer2_3(forth(tcp(1, 2))) == layer2_3(back(tcp(2, 1))));
    CHECK(layer2_3(forth(tcp(1, 2))) != layer2_3(ethernet() / ipv4(ip_1, ip_2 + 1) / tcp(1, 2)));
}

TEST_CASE("layer2+3: the fragments of a datagram stay together") {
    const bytes whole = ethernet() / ipv4() / udp(1234, 53);
    CHECK(layer2_3(ethernet() / ipv4(ip_1, ip_2, 0, 0x2000) / udp(1234, 53)) == layer2_3(whole));
    CHECK(layer2_3(ethernet() / ipv4(ip_1, ip_2, 0, 0x00b9) / payload(64)) == layer2_3(whole));
}

TEST_CASE("layer3+4: connections of two hosts spread by their ports, and the two ways of one may differ") {
    CHECK(layer3_4(forth(tcp(1000, 80))) != layer3_4(forth(tcp(1002, 80))));
    CHECK(layer3_4(forth(tcp(1000, 80))) != layer3_4(back(tcp(80, 1000))));
}

TEST_CASE("layer3+4: TCP and UDP, IPv4 options and the frame's MACs make no difference") {
    const std::uint32_t hash = layer3_4(forth(tcp(1000, 80)));
    CHECK(layer3_4(forth(udp(1000, 80))) == hash);
    CHECK(layer3_4(ethernet() / ipv4(ip_1, ip_2, 4) / tcp(1000, 80)) == hash);
    CHECK(layer3_4(ethernet() / ipv4(ip_1, ip_2, 40) / tcp(1000, 80)) == hash);
    CHECK(layer3_4(ethernet(mac{2, 1, 1, 1, 1, 1}, mac{2, 9, 9, 9, 9, 9}) / ipv4() / tcp(1000, 80)) == hash);
}

TEST_CASE("layer3+4: fragments, the first too, go by their addresses; one that may not be fragmented by its ports") {
    const std::uint32_t addresses = layer3_4(ethernet() / ipv4() / ports(253, 1, 2, 8));
    CHECK(layer3_4(ethernet() / ipv4(ip_1, ip_2, 0, 0x2000) / udp(1234, 53)) == addresses);
    CHECK(layer3_4(ethernet() / ipv4(ip_1, ip_2, 0, 0x00b9) / payload(64)) == addresses);
    CHECK(layer3_4(ethernet() / ipv4(ip_1, ip_2, 0, 0x4000) / udp(1234, 53)) == layer3_4(forth(udp(1234, 53))));
}

TEST_CASE("layer3+4: IPsec goes by its SPI") {
    CHECK(layer3_4(forth(esp(0x10203))) != layer3_4(forth(esp(0x10204))));
    CHECK(layer3_4(forth(ah(0x10203))) != layer3_4(forth(ah(0x10204))));
    CHECK(layer3_4(forth(esp(0x10203))) == layer3_4(forth(ah(0x10203))));
}

TEST_CASE("layer3+4: ports that the frame does not have whole count as 0") {
    const bytes whole = ethernet() / ipv4() / tcp(1000, 80);
    const std::uint32_t addresses = layer3_4(ethernet() / ipv4() / ports(253, 1, 2, 8));
    for (std::size_t size = 34; size < 38; ++size)
        CHECK(layer3_4(cut(whole, size)) == addresses);
    CHECK(layer3_4(cut(whole, 38)) == layer3_4(whole));
    CHECK(layer3_4(cut(whole, 33)) == layer2(whole));
}

TEST_CASE("pings spread by their identifier, of which 0 counts as 1; request and reply may differ") {
    CHECK(layer3_4(forth(icmp(8, 0, 1))) != layer3_4(forth(icmp(8, 0, 2))));
    CHECK(layer3_4(forth(icmp(8, 0, 0))) == layer3_4(forth(icmp(8, 0, 1))));
    CHECK(layer3_4(forth(icmp(8, 0, 7))) != layer3_4(forth(icmp(0, 0, 7))));
    CHECK(layer3_4(ethernet() / ipv6() / icmpv6(128, 0, 7)) != layer3_4(ethernet() / ipv6() / icmpv6(128, 0, 9)));
}

TEST_CASE("an ICMP error takes the slave of the packet that it quotes") {
    const packet v4 = ethernet() / ipv4(0x0a0000fe, ip_1); // a router's answer
    const packet v6 = ethernet() / ipv6(ip6_2, ip6_1);
    const layer quoted = tcp(1000, 80);
    for (const std::uint8_t type : {3, 4, 5, 11, 12})
        CHECK(layer3_4(v4 / icmp(type) / ipv4() / quoted) == layer3_4(forth(quoted)));
    for (const std::uint8_t type : {1, 2, 3, 4})
        CHECK(layer3_4(v6 / icmpv6(type) / ipv6() / quoted) == layer3_4(ethernet() / ipv6() / quoted));
    CHECK(layer2_3(v4 / icmp(3) / ipv4() / quoted) == layer2_3(forth(quoted)));
    CHECK(layer3_4(v4 / icmp(9) / ipv4() / quoted) == layer3_4(v4 / payload(0))); // no error: quotes nothing
}

TEST_CASE("an ICMP error that quotes too little goes by its MACs, one without its own header by its addresses") {
    const bytes error = ethernet() / ipv4() / icmp(3) / ipv4() / tcp(1, 2);
    CHECK(layer3_4(cut(error, 61)) == layer2(error));
    CHECK(layer3_4(cut(error, 41)) == layer3_4(ethernet() / ipv4() / ports(253, 1, 2, 8)));
}

TEST_CASE("what is no IP goes by its MACs under layer2+3 and layer3+4, tagged frames too") {
    for (const bytes& frame :
         {bytes(ethernet() / arp()), bytes(ethernet() / mpls(16) / ipv4() / tcp(1, 2)),
          bytes(ethernet() / vlan(10) / ipv4() / tcp(1, 2)), bytes(ethernet() / pppoe() / ipv4() / tcp(1, 2)),
          bytes(ethernet() / trailer(0x88cc, 40))}) {
        CHECK(layer2_3(frame) == layer2(frame));
        CHECK(layer3_4(frame) == layer2(frame));
    }
}

TEST_CASE("vlan+srcmac: a tag's VID, priority and all, and the sender decide") {
    const mac sender{0x02, 0x11, 0x22, 0x33, 0x44, 0x55};
    const std::uint32_t untagged = 0x021122 ^ 0x334455;
    CHECK(vlan_srcmac(ethernet(mac_a, sender) / ipv4()) == untagged);
    CHECK(vlan_srcmac(ethernet(mac_a, sender) / vlan(0xe00a) / ipv4()) == (untagged ^ 0xe00a));
    CHECK(vlan_srcmac(ethernet(mac_a, sender) / vlan(7, 0x88a8) / vlan(9) / ipv4()) == (untagged ^ 7));
    CHECK(vlan_srcmac(ethernet(mac_b, sender) / vlan(7) / ipv6()) == (untagged ^ 7));
}

TEST_CASE("vlan+srcmac: a tag in front of MPLS, or cut, does not count") {
    const bytes tagged = ethernet() / vlan(7) / ipv4();
    CHECK(vlan_srcmac(ethernet() / vlan(7) / mpls(16)) == vlan_srcmac(ethernet() / ipv4()));
    CHECK(vlan_srcmac(cut(tagged, 17)) == vlan_srcmac(ethernet() / ipv4()));
    CHECK(vlan_srcmac(cut(tagged, 18)) == vlan_srcmac(tagged));
}

TEST_CASE("a frame without a whole Ethernet header hashes to 0 under every policy") {
    const bytes frame = ethernet() / ipv4() / tcp(1, 2);
    for (unsigned policy = XDPBOND_HASH_LAYER2; policy <= XDPBOND_HASH_VLAN_SRCMAC; ++policy) {
        CHECK(hash_of(cut(frame, 13), policy) == 0);
        CHECK(hash_of(cut(frame, 14), policy) != 0);
    }
}

TEST_CASE("a policy that does not exist is layer2") {
    const bytes frame = ethernet() / ipv4() / tcp(1, 2);
    CHECK(hash_of(frame, 6) == layer2(frame));
    CHECK(hash_of(frame, ~0u) == layer2(frame));
}

TEST_CASE("5.15: layer2+3 and encap2+3 lose their lowest bit, everything else is as today") {
    const bytes frame = ethernet() / ipv4() / tcp(1000, 80);
    for (unsigned policy = XDPBOND_HASH_LAYER2; policy <= XDPBOND_HASH_VLAN_SRCMAC; ++policy) {
        const bool shifted = policy == XDPBOND_HASH_LAYER2_3 || policy == XDPBOND_HASH_ENCAP2_3;
        CHECK(hash_of(frame, policy, XDPBOND_HASH_VERSION_5_15) == hash_of(frame, policy) >> (shifted ? 1 : 0));
    }
    CHECK(hash_of(ethernet() / arp(), XDPBOND_HASH_LAYER2_3, XDPBOND_HASH_VERSION_5_15) == layer2(ethernet() / arp()));
}
