// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Whose XDP program is on a port.

#include <xdpbond/control/facts.hpp>

#include <string>

namespace xdpbond::control {

// "program 42 (xdp_pass), native, by a bpf_link": as much as this process may see; "" where there is none.
std::string describe_program(const link_facts& port);

} // namespace xdpbond::control
