// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The program on all ports of a new bond.

#include "members.hpp"
#include "place.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/operations.hpp>

namespace xdpbond::control {

// Attaches the program to every port, one after the other, pins each link, and notes in `config` how each is attached.
// AUTO takes native where the driver can; but all generic where one port would lose what native programs redirect to
// it. The report says which and why.
result<report> attach_ports(const place& here, const bond_pins& pins, int program, const members& found,
                            xdpbond_config& config);

// Whether a port, attached so, loses what native programs on other ports redirect to it, as far as its driver tells.
bool loses_redirected_frames(const link_facts& port, xdpbond_attach attached);

// "attach to eth0 in native mode"
std::string attach_words(const link_facts& port, std::string_view how);

} // namespace xdpbond::control
