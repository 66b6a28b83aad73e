// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Which process a number stands for: pids are used again.

#include <cstdint>

namespace xdpbond::control {

// When it was started, in clock ticks since boot (field 22 of /proc/PID/stat); 0: no such process.
std::uint64_t process_start(std::uint32_t pid);

} // namespace xdpbond::control
