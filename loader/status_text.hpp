// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A bond's state as text. Pure.

#include <xdpbond/control/monitor.hpp>
#include <xdpbond/control/state.hpp>

#include <string>
#include <string_view>

namespace xdpbond::loader {

// As /proc/net/bonding/<bond> shows a bond of the kernel's, with a block of xdpbond's own after the bond's lines.
std::string status_text(const control::bond_state& bond);

// One line: what a bond is and over which slaves.
std::string summary(const control::bond_state& bond);

// Whether the interface is still the one that joined, set up, and has carrier.
bool link_is_up(const control::slave_state& port);

// How the slaves are watched: as set, where a process does it; else miimon and the delays are 0.
control::monitor_options watch_in_force(const control::bond_state& bond);
std::string_view reselect_text(const control::bond_state& bond);

// A slave's link: as the process that watches it sees it; else up or down by link_is_up().
control::link_state mii_state(const control::bond_state& bond, const control::slave_state& slave);

// Whether any slave can send.
bool has_living_slave(const control::bond_state& bond);

// What an interrupted command left the bond in; "" where it is complete.
std::string unfinished(const control::bond_state& bond);

// active-backup: the name of the slave that sends now; "" where none does, and in the other modes.
std::string active_slave(const control::bond_state& bond);

// The bond's MAC address as text: that of its slaves, or with fail_over_mac=active that of the active one. "": none.
std::string bond_address(const control::bond_state& bond);

// Why a slave does not send although its link is up; "" where it does, or where the link's state tells enough.
std::string obstacle(const control::bond_state& bond, const control::slave_state& slave);

} // namespace xdpbond::loader
