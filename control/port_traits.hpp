// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a port's driver and a veth's far end are like, as far as it decides whether frames get lost. Plain values:
// read from the kernel, or made by a test.

#include "features.hpp"

#include <xdpbond/control/facts.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace xdpbond::control {

// A veth's far end.
struct far_traits {
    enum class sight { none, hidden, seen };

    sight reach = sight::none; // hidden: there is one, but its network namespace cannot be found
    std::string why;           // hidden: what to do about it
    std::string name;
    std::string where; // " in namespace blue"; "" where it is in the port's own
    std::uint32_t ifindex = 0;
    std::uint64_t netns = 0; // cookie
    std::uint32_t mtu = 0;
    std::uint32_t tx_queues = 0; // 0: not known
    bool up = false;             // administratively
    bool native_program = false; // it has one
    bool has_address = false;    // its own stack may talk through the port
    feature_table features{};
};

struct port_traits {
    std::string driver;                          // as ethtool names it; "" unknown
    std::optional<std::uint64_t> xdp_features{}; // none: the kernel does not tell (before 6.3)
    feature_table features{};
    std::uint32_t rx_queues = 0; // in use; 0: not known
    std::uint32_t tx_queues = 0;
    far_traits far{};
};

// Asks the kernel about an interface of the calling thread's network namespace. What cannot be known stays unknown.
port_traits read_traits(const link_facts& port);

} // namespace xdpbond::control
