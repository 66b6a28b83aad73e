// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "frame_stream.hpp"

#include "support/layers.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

namespace xdpbond::test {

std::uint32_t seed() {
    const char* given = std::getenv("XDPBOND_SEED");
    const auto number = given ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 0)) : std::random_device{}();
    MESSAGE("XDPBOND_SEED=" << number << " runs these frames again");
    return number;
}

std::vector<bytes> well_formed_frames() {
    constexpr std::uint16_t first_fragment = 0x2000, later_fragment = 0x0010;
    const packet eth = ethernet({0x02, 0x11, 0x22, 0x33, 0x44, 0x5a}, {0x02, 0x66, 0x77, 0x88, 0x99, 0xab});
    const packet frames[] = {
        eth / ipv4() / tcp(40000, 443),
        eth / ipv4() / udp(1234, 53),
        eth / ipv4(ip_1, ip_2, 40) / tcp(40000, 443),
        eth / ipv4(ip_1, ip_2, 0, first_fragment) / udp(1234, 53),
        eth / ipv4(ip_1, ip_2, 0, later_fragment),
        eth / ipv4() / ports(132, 5000, 5001, 12),
        eth / ipv4() / esp(0x12345678),
        eth / ipv4() / ah(0x12345678),
        eth / ipv4() / icmp(8, 0, 0x1234),
        eth / ipv4() / icmp(0, 0, 0),
        eth / ipv4() / icmp(3, 1) / ipv4(ip_2, ip_1) / udp(53, 1234), // quotes a frame
        eth / ipv4() / igmp(),
        eth / ipv4() / gre() / ipv4() / udp(1234, 53),
        eth / ipv4() / gre(0xb000) / ipv6() / tcp(40000, 443),
        eth / ipv4() / gre(0x3001) / ipv4() / tcp(40000, 443),
        eth / ipv4() / ipv4() / udp(1234, 53),
        eth / ipv4() / ipv6() / udp(1234, 53),
        eth / ipv6() / tcp(40000, 443),
        eth / ipv6() / icmpv6(128, 0, 0x1234),
        eth / ipv6() / icmpv6(135),
        eth / ipv6() / icmpv6(1) / ipv6(ip6_2, ip6_1) / udp(53, 1234),
        eth / ipv6() / ipv6_extension(0) / ipv6_extension(60, 24) / udp(1234, 53),
        eth / ipv6() / ipv6_fragment(1) / udp(1234, 53),
        eth / ipv6() / ipv4() / tcp(40000, 443),
        eth / vlan(0x6064) / ipv4() / udp(1234, 53),
        eth / vlan(100, XDPBOND_ETH_QINQ) / vlan(200) / ipv6() / udp(1234, 53),
        eth / vlan(100) / mpls(16) / ipv4(),
        eth / arp(),
        eth / mpls(16) / ipv4() / udp(1234, 53),
        eth / pppoe() / ipv4() / tcp(40000, 443),
        eth / batman() / ethernet(),
        eth / hsr() / ipv4() / udp(1234, 53),
        eth / tipc(0x01001002),
        ethernet({0x01, 0x80, 0xc2, 0, 0, 0x02}, mac_b, 0x8809),
    };
    std::vector<bytes> result;
    for (const packet& each : frames)
        result.push_back(each / payload(longest_cut));
    return result;
}

bytes frame_stream::next() {
    if (frame_ == whole_.size())
        return random_.next();
    bytes frame = cut(whole_[frame_], length_);
    length_ += step_;
    if (length_ > longest_cut) {
        ++frame_;
        length_ = first();
    }
    return frame;
}

std::size_t frame_stream::cuts() const {
    std::size_t count = 0;
    for (std::size_t frame = 0; frame < whole_.size(); ++frame)
        count += (longest_cut - shortest_cut - frame % step_) / step_ + 1;
    return count;
}

} // namespace xdpbond::test
