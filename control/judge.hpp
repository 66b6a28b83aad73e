// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// facts → findings. Pure.

#include "port_traits.hpp"

#include <xdpbond/control/check.hpp>

#include <span>
#include <vector>

namespace xdpbond::control {

// What is known of the machine.
struct machine_facts {
    bool realtime = false; // PREEMPT_RT
};

// A kind of device that is made of others, or of a part of one, and must not be a slave itself: why, and what to take
// instead; refusal code unsupported. "" for all others.
std::string not_a_port(const link_facts& port);

// A port that is given a second time, perhaps by an alternative name.
error named_twice(const std::string& given, const link_facts& port);

// What `up` makes of it; `port.native` is filled in.
attach_outlook look_forward(const port_check& port, const port_traits& traits);

// Findings about one port, worst first. `port.native` and what belongs to it are filled in, and `port.outlook`;
// `in_use` is what stands in the way of taking it (port_guard), "" for nothing.
std::vector<finding> judge(const port_check& port, const port_traits& traits, const error& in_use,
                           const machine_facts& machine);

// About several ports in one bond.
std::vector<finding> judge_together(std::span<const port_check> ports);

} // namespace xdpbond::control
