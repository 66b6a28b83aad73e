// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The link monitor and the choice of the active slave, as the kernel's bonding does both. Pure: time, links and options
// come in; what to publish, to remember and to tell comes out.

#include <xdpbond/control/monitor_event.hpp>
#include <xdpbond/control/monitor_options.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::control {

// mii_status; the kernel's numbers (BOND_LINK_*).
enum class link_state : std::uint8_t {
    up = 0,
    fail = 1, // "going down": lost, downdelay runs
    down = 2,
    back = 3, // "going back": carrier again, updelay runs
};
std::string_view name_of(link_state state); // as in /proc/net/bonding

// A slave at the moment of a call.
struct slave_facts {
    std::string name{};
    std::uint32_t ifindex = 0;       // of its interface with the bond's program on it; 0: there is none
    bool up = false;                 // IFF_UP
    bool carrier = false;            // IFF_LOWER_UP
    std::uint32_t carrier_downs = 0; // IFLA_CARRIER_DOWN_COUNT
    std::uint32_t speed = 0;         // Mbit/s; 0: unknown
    bool full_duplex = false;
    std::int32_t prio = 0; // of active-backup: the highest is preferred where the primary is not up
    bool standby = false;  // watched, never used
};

// What the monitor knows of a slave from one call to the next.
struct monitored_slave {
    slave_facts seen{}; // in the last call
    link_state link = link_state::down;
    std::uint32_t delay = 0;    // polls left of downdelay (fail) or updelay (back)
    std::uint32_t failures = 0; // link_failure_count: how often its link went down
    std::uint32_t speed = 0;    // as last known, with full_duplex
    bool full_duplex = false;
    moment changed{};        // when `link` last changed
    cause why = cause::none; // and why
    bool flapped = false;    // within a call: carrier was lost since the last one and is back
};

// All that the monitor knows: plain values, to be copied to try something out. A new one is a new bond's; for a bond
// that is in use already see take_over() in monitor_table.hpp.
struct monitor_memory {
    monitor_options options{};
    std::vector<monitored_slave> slaves{}; // enslave order
    std::string active{};                  // curr_active_slave; "": none
    std::string asked_for{};               // active_slave as asked for, until another one becomes active
    std::string sender{};                  // of 802.3ad without LACP: the one that sends
    std::string last_active{};             // the one that was active last
    std::uint64_t failovers = 0;           // times that another slave than the last one became active, in active-backup
    bool force_primary = false;            // the primary takes over once it is up, whatever primary_reselect says
    bool carrier = false;                  // of the bond
    bool started = false;                  // there was a call
    moment next_poll{};
    std::vector<monitor_event> events{}; // not told yet
};

// What a slave should be now.
struct slave_plan {
    std::string name{};
    link_state link = link_state::down;
    bool usable = false; // it may send: up and with carrier; in active-backup the active one also while downdelay runs
    bool active = false; // curr_active_slave
    std::uint32_t failures = 0;
    std::uint64_t delay_ms = 0; // of downdelay or updelay that is left
    std::uint32_t speed = 0;    // Mbit/s as last known; 0: never known
    bool full_duplex = false;
    moment changed{};
    cause why = cause::none;

    bool operator==(const slave_plan&) const = default;
};

struct monitor_plan {
    std::vector<slave_plan> slaves{};     // enslave order
    std::vector<std::uint32_t> senders{}; // places in `slaves` that the hash and round robin choose from, enslave order
    // Places in the order of preference: who sends in active-backup, and who stands in for it until the next call.
    // After `ready` of them come those whose links are not in use (down, or updelay runs), best first: the kernel takes
    // one of them as soon as it has carrier and nothing else can send, without waiting for updelay.
    std::vector<std::uint32_t> preference{};
    std::uint32_t ready = 0;
    std::string active{};       // "": none
    std::string active_slave{}; // what is left of a wish for an active slave: the configuration's active_slave
    std::uint64_t failovers = 0;
    bool carrier = false;                // of the bond
    std::vector<monitor_event> events{}; // since the last call, in order
    moment next = moment::max();         // call again then, or when anything about a slave changes; max: no need to

    bool operator==(const monitor_plan&) const = default;
};

// One look at all links. To be called at `next`, at each change of a link or option, and as often as one likes: a call
// with the same facts changes nothing before the next poll is due. `slaves` is in enslave order, each name
// once.
//  - What a call sees between two polls counts at once, but delays are counted in polls, as in the kernel; a late poll
//    counts once however late it is.
//  - Carrier that was lost and came back since the last call counts as if that had been seen.
//  - Differences of `options` and `slaves` to those of the last call count as the kernel's setting an option, enslaving
//    and releasing. An interface that vanished is down at once, and comes back as any link.
//  - Slaves on standby are watched and never chosen.
monitor_plan advance(monitor_memory& memory, const monitor_options& options, std::span<const slave_facts> slaves,
                     moment now);

// active_slave=NAME: makes it the active one now; the next plan has it. It stays until the kernel's rules choose
// another.
// "": chooses anew. Refused: mode is not active-backup (usage), no such slave (no_such), or it is not up, on standby or
// there is no active one that it could take over from (busy).
result<void> choose_active(monitor_memory& memory, std::string_view name, moment now);

// Somebody set an option to what it is already: "primary", "primary_reselect" or "prio". As in the kernel the active
// slave is chosen anew, and the primary, if it is up, is active. Other options: nothing.
void set_again(monitor_memory& memory, std::string_view option, moment now);

} // namespace xdpbond::control
