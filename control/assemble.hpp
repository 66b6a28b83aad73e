// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Making a bond from checked parts.

#include "bond_object.hpp"
#include "members.hpp"
#include "place.hpp"

#include <xdpbond/control/operations.hpp>

namespace xdpbond::control {

// Loads, pins, sets slaves up, attaches and publishes. The configuration is pinned before any interface is touched, so
// that dismantle() can undo whatever was done when this fails or is killed. Hold the lock of the (empty) folder.
result<report> assemble(const place& here, const bond_pins& pins, const up_request& request, const members& found,
                        bond_object& object);

// The steps of ports that join a bond with that address, as sentences, nothing done.
report describe_joining(const up_request& request, const members& found, const mac_address& address);

// The same steps as assemble(), likewise.
report describe_assembly(const up_request& request, const members& found);

} // namespace xdpbond::control
