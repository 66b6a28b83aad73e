// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The wait for a port whose driver resets it when something is changed.

#include <xdpbond/control/links.hpp>

namespace xdpbond::control {

// Waits until the port has the carrier that it had `before`, for 30 s at most. Ports are changed one after the other
// with this between them, or all would be without carrier at once. False: it has not come back.
bool carrier_returns(const links& net, const link_facts& before);

} // namespace xdpbond::control
