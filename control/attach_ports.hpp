// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The program on all ports of a new bond.

#include "members.hpp"
#include "place.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/operations.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace xdpbond::control {

// Prepares every port, attaches the program to it, one after the other, pins each link, and notes all of it in
// `config`, which `save` stores. AUTO takes native where the driver can; but all generic where one port would lose what
// native programs redirect to it. NATIVE refuses that, unless forced. The report says which and why.
result<report> attach_ports(const place& here, const bond_pins& pins, int program, const members& found, bool force,
                            xdpbond_config& config, const std::function<result<void>()>& save);

// The first obstacle to native mode; "" where there is none. And the warning that goes with it.
std::string obstacle_words(const members& found);
std::string obstacle_warning(std::uint32_t wanted, const std::string& obstacle);

// Whether a port, attached so, loses what native programs on other ports redirect to it, as far as its driver tells.
bool loses_redirected_frames(const link_facts& port, xdpbond_attach attached);

// "attach to eth0 in native mode"
std::string attach_words(const link_facts& port, std::string_view how);

} // namespace xdpbond::control
