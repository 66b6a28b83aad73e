// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What the monitor knows, as a plan.

#include "monitor_step.hpp"

namespace xdpbond::control {

// Settles what follows from the links (who sends in 802.3ad, the bond's carrier) and takes the events that are not
// told.
monitor_plan make_plan(monitor_step& step);

} // namespace xdpbond::control
