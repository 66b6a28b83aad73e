// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A folder beside a bond's pins that says: the slaves run a program that traces. Each trace holds a lock on it, which
// goes with the process however that ends: where nobody holds it a trace was killed. Hold the bond's lock to set,
// remove or repair.

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

// For a trace that begins: there as long as the descriptor is open, and marked as killed if it is closed without
// remove_trace_mark().
result<unique_fd> set_trace_mark(const bond_pins& pins);

// For a trace that ended: removes the folder, unless another trace holds it.
void remove_trace_mark(const bond_pins& pins, unique_fd mark);

bool trace_was_killed(const bond_pins& pins);

// Removes what a killed one left.
void forget_killed_trace(const bond_pins& pins);

} // namespace xdpbond::control
