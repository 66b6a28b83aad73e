// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// One call of the monitor: what its parts work on.

#include <xdpbond/control/monitor.hpp>

#include <string_view>
#include <utility>

namespace xdpbond::control {

struct monitor_step {
    monitor_memory& memory;
    moment now;

    const monitor_options& options() const { return memory.options; }
    bool active_backup() const { return memory.options.mode == XDPBOND_MODE_ACTIVE_BACKUP; }

    void tell(happening what, std::string_view who, cause why) {
        memory.events.push_back({now, what, std::string(who), why});
    }

    // A slave's link is in another state now.
    void enter(monitored_slave& slave, link_state link, happening what, cause why) {
        slave.link = link;
        if (link == link_state::up || link == link_state::down)
            slave.delay = 0;
        slave.changed = now;
        slave.why = why;
        tell(what, slave.seen.name, why);
    }
};

// Whether its link could carry frames, whatever its state says.
inline bool runs(const slave_facts& seen) {
    return seen.ifindex != 0 && seen.up && seen.carrier;
}

// Whether the kernel's bond_slave_can_tx() would say yes.
inline bool can_send(const monitored_slave& slave) {
    return slave.link == link_state::up && runs(slave.seen) && !slave.seen.standby;
}

// nullptr: no slave is called so.
inline monitored_slave* find(monitor_memory& memory, std::string_view name) {
    for (auto& slave : memory.slaves)
        if (slave.seen.name == name)
            return &slave;
    return nullptr;
}

} // namespace xdpbond::control
