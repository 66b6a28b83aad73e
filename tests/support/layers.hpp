// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The layers that packets are built of. Numbers are in host byte order; what is not said is a usual value.

#include "packet.hpp"

#include <array>
#include <cstdint>

namespace xdpbond::test {

using mac = std::array<std::uint8_t, 6>;
using ipv6_address = std::array<std::uint8_t, 16>;

inline constexpr mac mac_a{0x02, 0, 0, 0, 0, 0x0a}, mac_b{0x02, 0, 0, 0, 0, 0x0b};
inline constexpr std::uint32_t ip_1 = 0x0a000001, ip_2 = 0x0a000002; // 10.0.0.1, 10.0.0.2
inline constexpr ipv6_address ip6_1{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
inline constexpr ipv6_address ip6_2{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2};

// `type` stays where no layer follows that has an ethertype.
layer ethernet(const mac& destination = mac_a, const mac& source = mac_b, std::uint16_t type = 0);
layer vlan(std::uint16_t tci, std::uint16_t tpid = XDPBOND_ETH_VLAN);
layer arp();
layer mpls(std::uint32_t label);
layer pppoe();
layer batman();
layer hsr();
layer tipc(std::uint32_t node);
layer trailer(std::uint16_t ethertype, std::size_t size); // any other ethertype, `size` zeros

// `options`: bytes, a multiple of 4 up to 40. `fragment`: the flags and offset field.
layer ipv4(std::uint32_t source = ip_1, std::uint32_t destination = ip_2, std::size_t options = 0,
           std::uint16_t fragment = 0);
layer ipv6(const ipv6_address& source = ip6_1, const ipv6_address& destination = ip6_2);
layer ipv6_extension(std::uint8_t protocol, std::size_t size = 8); // 0, 43 or 60; a multiple of 8
layer ipv6_fragment(std::uint16_t offset_and_more);

// GRE version 0, or 1 (PPTP) if the flags say so; the fields that the flags announce are there.
layer gre(std::uint16_t flags = 0);

layer ports(std::uint8_t protocol, std::uint16_t source, std::uint16_t destination, std::size_t size);
layer tcp(std::uint16_t source, std::uint16_t destination);
layer udp(std::uint16_t source, std::uint16_t destination);
layer esp(std::uint32_t spi);
layer ah(std::uint32_t spi);
layer icmp(std::uint8_t type, std::uint8_t code = 0, std::uint16_t id = 0);
layer icmpv6(std::uint8_t type, std::uint8_t code = 0, std::uint16_t id = 0);
layer igmp();

layer payload(std::size_t size);

} // namespace xdpbond::test
