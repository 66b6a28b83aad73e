// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What is known about a network interface at one moment. Plain values: made by netlink, or by a test.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace xdpbond::control {

using mac_address = std::array<std::uint8_t, 6>;

struct link_facts {
    std::string name;
    std::uint32_t ifindex = 0;          // 0: no such interface
    std::string kind;                   // "veth", "vlan", …; "" for a physical port
    bool ethernet = true;               // its frames begin with an Ethernet header
    bool loopback = false;              // the loopback device
    bool up = false;                    // administratively (IFF_UP)
    bool carrier = false;               // IFF_LOWER_UP
    std::uint32_t carrier_downs = 0;    // IFLA_CARRIER_DOWN_COUNT
    mac_address address{};              // as it is now
    mac_address permanent{};            // IFLA_PERM_ADDRESS, else as it is now
    std::uint32_t mtu = 0;              // bytes
    std::uint32_t speed = 0;            // Mbit/s; 0: unknown
    bool full_duplex = false;           // meaningful where speed is known
    std::uint32_t master = 0;           // ifindex of its master; 0: none
    std::string master_name;            // "" where it has none
    std::string master_kind;            // "bond", "bridge", "team", …; "" where it has none
    std::vector<std::string> addresses; // IP addresses with prefix length, link-local IPv6 left out
    bool default_route = false;         // a default route leaves through it
    std::string carries;                // a device on top of it (VLAN, macvlan, …) with an address or a default route
    std::uint32_t far_ifindex = 0;      // veth: its far end, in that one's network namespace; 0: none
    std::int32_t far_nsid = -1;         // that namespace as this one numbers it; -1: this one
    std::uint32_t xdp_program = 0;      // id of the XDP program attached to it; 0: none
    std::uint64_t device = 0;           // the kernel's address of it (struct xdpbond_port.device); 0: not known
};

} // namespace xdpbond::control
