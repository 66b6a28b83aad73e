// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Who is the active slave: the kernel's choice, step by step.

#include "monitor_step.hpp"

namespace xdpbond::control {

// The slave that primary names; nullptr: none, it is no slave yet or on standby, or the mode has no primary.
monitored_slave* primary_of(monitor_memory& memory);

// prio as far as the mode has it.
std::int32_t prio_of(const monitor_memory& memory, const monitored_slave& slave);

// Whether this slave, which is up, makes the choice of the active one due: there is none, it is the primary, or its
// prio is higher.
bool goes_before_active(monitor_memory& memory, const monitored_slave& slave);

// Chooses the active slave anew, as after each of these: the active one left or failed, the primary or one with a
// higher prio came up, one came up while there is none, an option of the choice changed.
void select_active(monitor_step& step, cause why);

// The active slave is none any more, whatever its link: another one is, if there is one.
void replace_active(monitor_step& step);

// Makes a slave the active one, nullptr: none. One whose updelay runs is up with that.
void change_active(monitor_step& step, monitored_slave* next, cause why);

} // namespace xdpbond::control
