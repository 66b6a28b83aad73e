// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a bond is at the moment of asking: its configuration, the published table, counters and link facts together.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/errors.hpp>
#include <xdpbond/control/facts.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xdpbond::control {

struct slave_state {
    xdpbond_config_slave config{};   // as remembered
    link_facts link;                 // as it is now
    bool usable = false;             // in the published table
    bool alive = false;              // usable and has carrier as the program would see it
    bool active = false;             // sends now
    xdpbond_count sent{};            // since it joined, summed over CPUs
    std::uint32_t link_id = 0;       // id of its bpf_link
    std::uint32_t program_id = 0;    // id of the program that link runs
    std::vector<error_count> errors; // frames that were sent to it and lost by the kernel
};

// The last change of a bond undoes itself unless it is confirmed.
struct pending_undo {
    std::uint32_t seconds = 0; // until then
    std::uint32_t waiter = 0;  // the process that does it; 0: it is gone, and nobody does
};

struct bond_state {
    std::string name;
    xdpbond_config config{};
    xdpbond_half half{}; // the published half; XDPBOND_PORT_NO_CARRIER set on places whose link is down now
    std::vector<slave_state> slaves;
    bool has_peer = false; // forward
    slave_state peer;
    xdpbond_count reasons[XDPBOND_REASONS_MAX]{};
    std::optional<pending_undo> pending;
    std::uint32_t watcher = 0;       // the process that watches it now; 0: none does
    bool trace_killed = false;       // the slaves still run the program of a trace that was killed
    bool counts_errors = false;      // the kernel's tracepoints are watched; else `errors` are not all
    std::vector<error_count> errors; // of broadcasts, where nobody told which slave
    std::string pin;                 // its folder
};

} // namespace xdpbond::control
