// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The other way to wait for readers, for kernels that refuse membarrier.

#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

// Waits as wait_for_readers() does: the kernel ends an update of a map of maps with a grace period.
result<void> wait_by_map_update();

} // namespace xdpbond::control
