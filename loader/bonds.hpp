// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The bonds that a command is about: the named one, or all.

#include "session.hpp"

#include <xdpbond/control/state.hpp>

#include <string>
#include <vector>

namespace xdpbond::loader {

// An empty name means all bonds of the network namespace, in order of their names.
result<std::vector<control::bond_state>> inspect_bonds(const control::context& where, const std::string& name);

} // namespace xdpbond::loader
