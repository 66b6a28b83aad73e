// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The links' state machine: the kernel's bond_miimon_inspect() and bond_miimon_commit().

#include "monitor_step.hpp"

namespace xdpbond::control {

// Looks at every link as it was seen last. `poll`: a poll is due, and delays count down by one; otherwise only what
// changes at once does.
void look_at_links(monitor_step& step, bool poll);

// The same for links that are not watched (miimon=0): only an interface that vanishes or comes back makes a difference.
void look_at_interfaces(monitor_step& step);

// The state in which a slave joins.
void begin_link(monitor_step& step, monitored_slave& slave);

} // namespace xdpbond::control
