// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What happens to a monitored bond: who, what, why and when.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace xdpbond::control {

// CLOCK_MONOTONIC. The monitor never reads a clock: each call is told the time.
using moment = std::chrono::steady_clock::time_point;

enum class happening : std::uint8_t {
    joined,     // a slave
    left,       // a slave
    going_down, // a slave's link: lost, and downdelay runs
    down,       // a slave's link has failed
    going_back, // a slave's link: back, and updelay runs
    up,         // a slave's link is in use again
    active,     // this slave is the active one now
    no_active,  // this slave was the active one, and there is none now
    bond_up,    // the bond has carrier
    bond_down,  // the bond has none
    drained,    // a slave was set to standby
    resumed,    // a slave was set to active
};

enum class cause : std::uint8_t {
    none,
    command,        // somebody added, removed, drained or resumed it
    option,         // an option was changed
    active_slave,   // somebody asked for it
    carrier_lost,   // no carrier
    carrier_back,   // carrier
    set_down,       // administratively down
    flapped,        // carrier lost and back again between two polls
    gone,           // its interface is gone, or without the bond's program
    returned,       // its interface is there again
    recovered,      // back before downdelay was over
    lost_again,     // lost before updelay was over
    downdelay_over, // it did not come back in time
    updelay_over,   // it stayed up long enough
    only_one,       // updelay was cut short: nothing else could send
    no_speed,       // its driver tells no speed or duplex, which 802.3ad needs
    primary,        // it is the primary
    preferred,      // of the slaves that are up it has the highest prio, or stands first
    failover,       // the one before it failed or left
    links,          // enough links carry it now, or too few
};

struct monitor_event {
    moment when{};
    happening what{};
    std::string who{}; // a slave's name; "" where it is the bond
    cause why{};

    bool operator==(const monitor_event&) const = default;
};

// One word for machines ("going_down", "carrier_lost"), the same as in the enums above.
std::string_view name_of(happening what);
std::string_view name_of(cause why);

} // namespace xdpbond::control
