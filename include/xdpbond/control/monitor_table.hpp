// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Between the monitor and a bond's maps: what it is told, what it wants published, what of it outlives the process.
// Pure. A configuration is meant without the slaves that are only half in the bond.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/monitor.hpp>

#include <span>
#include <vector>

namespace xdpbond::control {

// The monitor's facts of a bond's slaves, one for each in its order. An interface with another ifindex than the
// configuration has is none of the bond's yet.
std::vector<slave_facts> facts_of(const xdpbond_config& config, std::span<const link_facts> links);

// What the table should hold by a plan that was made from these slaves; as plan_half() where no process watches.
// The active slave and those that would follow it come first in `preference`. Where carrier is seen in band, slaves
// whose links are not in use follow: they send if nothing else can.
xdpbond_half plan_half(const xdpbond_config& config, std::span<const link_facts> links, const link_facts& peer,
                       const monitor_plan& plan);

// Writes what is to be remembered: link_failure_count and link of each slave, active_slave, failovers. True: something
// changed.
bool remember(xdpbond_config& config, const monitor_plan& plan);

// Writes an event as what happened last to its slave, or to the bond. `when`: ns since 1970.
void remember(xdpbond_config& config, const monitor_event& event, std::uint64_t when);

// Slaves keep what is known of them under another name: a memory that knows interfaces by other names than `slaves`
// does.
void follow_renames(monitor_memory& memory, std::span<const slave_facts> slaves);

// A monitor for a bond that is in use: what the published table lets send is up, without updelay, and who is active or
// sends goes on.
monitor_memory take_over(const xdpbond_config& config, std::span<const link_facts> links,
                         const xdpbond_half& published);

} // namespace xdpbond::control
