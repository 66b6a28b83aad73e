// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// When a moment of the monitor's clock was, for people.

#include <xdpbond/control/monitor_event.hpp>

#include <cstdint>

namespace xdpbond::control {

// Nanoseconds since 1970, CLOCK_REALTIME as it stands now.
inline std::uint64_t wall_clock_ns(moment when) {
    const auto ago = std::chrono::steady_clock::now() - when;
    const auto then = std::chrono::system_clock::now() - ago;
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(then.time_since_epoch()).count());
}

} // namespace xdpbond::control
