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
    xdpbond_config_slave entry; // as it begins
    xdpbond_attach mode;
    bool force;
    std::uint32_t index; // of it among the slaves

    // Marks, readies, publishes it.
    result<report> join();
    // As before, however far join() got; the first error matters more.
    void undo(const xdpbond_config& before);

    // Only that, for an entry that is in the configuration: attach_port(), refused where others' frames would be lost.
    result<void> attach(report& done);
};

// The one port that was found, of an entry in the bond's configuration (a slave's or the other side's): set up,
// readied, and the bond's program attached. The entry is filled in, and stored before anything that has to be undone.
result<void> attach_port(const place& here, live_bond& bond, const members& found, xdpbond_attach mode, bool force,
                         xdpbond_config_slave& entry, report& done);

// How a port is to be attached to this bond: as the bond was asked for; generic where all of it had to be.
xdpbond_attach attach_wanted(const xdpbond_config& config);

// A slave of before joins again, with what is remembered of it.
result<void> join_again(const place& here, live_bond& bond, const xdpbond_config_slave& slave, report& done);

} // namespace xdpbond::control
