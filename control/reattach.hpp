// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A slave whose interface is there again: made anew under another number, moved back, or without the bond's program.

#include "live_bond.hpp"

#include <cstdint>

namespace xdpbond::control {

// Attaches the bond's program to the interface that has this slave's name, and lets it send again; the slave keeps its
// place, options and counters. An interface under another number gets a slot of its own: a key of <bond>_slaves is
// never replaced. The configuration is written first, and an interrupted one can be repeated. Refused as a slave that
// joins is.
result<void> reattach_slave(const place& here, live_bond& bond, std::uint32_t index, report& done);

// The same for the other side of a forward program. Its number is a constant of the program, which is loaded anew and
// swapped on every slave.
result<void> reattach_peer(const place& here, live_bond& bond, const object_provider& objects, report& done);

} // namespace xdpbond::control
