// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Waiting until no program run that began before the call is still going on.

#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

// Returns after every XDP run that was under way has ended (an RCU grace period; some 20 ms on ordinary kernels).
// Needed before the idle half of a table is written again and before an unpublished key of <bond>_slaves is deleted.
result<void> wait_for_readers();

} // namespace xdpbond::control
