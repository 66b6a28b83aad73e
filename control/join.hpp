// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A port joins a live bond.

#include "live_bond.hpp"
#include "members.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/operations.hpp>

namespace xdpbond::control {

struct joining {
    const place& here;
    live_bond& bond;
    const members& found;
    xdpbond_config_slave entry; // filled in on the way
    xdpbond_attach mode;
    bool force;
    std::uint32_t index; // of it among the slaves

    // Marks, readies, publishes it.
    result<report> join();
    // As before, however far join() got; the first error matters more.
    void undo(const xdpbond_config& before);

    // Only that: the port set up, readied, and its program attached.
    result<void> attach(report& done);
};

// How a port is to be attached to this bond: as the bond was asked for; generic where all of it had to be.
xdpbond_attach attach_wanted(const xdpbond_config& config);

// A slave of before joins again, with what is remembered of it.
result<void> join_again(const place& here, live_bond& bond, const xdpbond_config_slave& slave, report& done);

} // namespace xdpbond::control
