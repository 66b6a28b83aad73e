// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A live bond goes from one configuration to another, or stays as it is.

#include "live_bond.hpp"
#include "place.hpp"
#include "program_swap.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/operations.hpp>

namespace xdpbond::control {

// One change to a live bond: each step can be undone while a later one fails.
struct live_change {
    const place& here;
    const bond_pins& pins;
    int config_map;
    const xdpbond_config& before;
    const xdpbond_config& after;
    program_swap* swap; // none: the program stays

    bool addressed = false; // the slaves have the address of `after`
    xdpbond_config now{};   // what is stored since then

    result<report> apply();

private:
    result<void> change_addresses(report& done);
    xdpbond_config remembered(xdpbond_config config) const;
    result<void> publish(report& done);
    result<void> run_swap(report& done);
    void back();
};

// Finishes a swap of programs that was killed half-way: a port that is attached now would run the old program.
result<void> finish_swap(const place& here, live_bond& bond, const object_provider& objects, report& done);

// The change of a whole command: undone again unless confirmed, where `where` asks for that. The report begins with
// what had to be repaired.
result<report> change_live_bond(const context& where, const place& here, const live_bond& bond,
                                const xdpbond_config& after, program_swap* swap);

} // namespace xdpbond::control
