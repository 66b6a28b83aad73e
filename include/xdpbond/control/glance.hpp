// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What one netlink message says about an interface: little, but at a price that can be paid ten times a second.

#include <xdpbond/control/facts.hpp>

#include <cstdint>
#include <string>

namespace xdpbond::control {

struct link_glance {
    std::uint32_t ifindex = 0; // 0: no such interface
    std::string name{};
    bool up = false;                 // IFF_UP
    bool carrier = false;            // IFF_LOWER_UP
    std::uint32_t carrier_downs = 0; // IFLA_CARRIER_DOWN_COUNT; likewise
    std::uint32_t carrier_ups = 0;
    std::uint32_t mtu = 0;
    std::uint32_t master = 0;
    std::uint32_t xdp_program = 0; // id
    mac_address address{};

    bool operator==(const link_glance&) const = default;
};

} // namespace xdpbond::control
