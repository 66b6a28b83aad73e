// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// One writer at a time for each bond.

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

// Takes the writer lock of a bond whose folder exists; it is held until the descriptor is closed.
// Held by another process: busy, and the sentence names its pid. No folder (any more): no_such.
result<unique_fd> lock_bond(const bond_pins& pins);

} // namespace xdpbond::control
