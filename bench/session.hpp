// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The whole measurement, from an empty network namespace to the rows of the report.

#include "rows.hpp"

#include <xdpbond/control/result.hpp>

namespace xdpbond::bench {

// Leaves the calling thread in a network namespace of its own, pinned to a CPU.
control::result<report> measure(const run& how);

} // namespace xdpbond::bench
