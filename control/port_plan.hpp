// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What has to change at a port before native programs may send through it, and what stands in the way. Pure.

#include "port_traits.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace xdpbond::control {

struct port_plan {
    std::uint32_t changed = 0;     // enum xdpbond_changed: at the port
    std::uint32_t far_changed = 0; // at a veth's far end
    std::uint32_t far_ifindex = 0;
    std::uint64_t far_netns = 0;
    std::vector<std::string> steps;    // a sentence for each change
    std::vector<std::string> warnings; // what the operator should know
    std::string obstacle; // why native programs would lose frames or tags here all the same; "": they do not
};

// For attachment in native mode: generic mode needs none of it.
port_plan plan_port(const link_facts& port, const port_traits& traits);

} // namespace xdpbond::control
