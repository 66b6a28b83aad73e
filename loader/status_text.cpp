// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "status_text.hpp"

#include "text.hpp"

#include <xdpbond/control/options.hpp>
#include <xdpbond/version.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace xdpbond::loader {
namespace {

using control::bond_state;
using control::slave_state;

bool hashes(unsigned mode) {
    return mode == XDPBOND_MODE_BALANCE_XOR || mode == XDPBOND_MODE_8023AD;
}

// The kernel's description of a mode in this place.
std::string_view mode_description(unsigned mode) {
    switch (mode) {
    case XDPBOND_MODE_BALANCE_RR:
        return "load balancing (round-robin)";
    case XDPBOND_MODE_ACTIVE_BACKUP:
        return "fault-tolerance (active-backup)";
    case XDPBOND_MODE_BALANCE_XOR:
        return "load balancing (xor)";
    case XDPBOND_MODE_BROADCAST:
        return "fault-tolerance (broadcast)";
    case XDPBOND_MODE_8023AD:
        return "IEEE 802.3ad Dynamic link aggregation";
    default:
        return "unknown";
    }
}

std::string_view mii_text(const bond_state& bond, const slave_state& slave) {
    return control::name_of(mii_state(bond, slave));
}

std::string_view up_or_down(bool up) {
    return up ? "up" : "down";
}

std::string bond_lines(const bond_state& bond) {
    const auto& options = bond.config.options;
    const unsigned fail_over_mac = bond.config.watch.fail_over_mac;
    std::string text = fmt::format("Bonding Mode: {}{}\n", mode_description(options.mode),
                                   options.mode == XDPBOND_MODE_ACTIVE_BACKUP && fail_over_mac
                                       ? fmt::format(" (fail_over_mac {})", control::fail_over_mac_name(fail_over_mac))
                                       : "");
    if (hashes(options.mode))
        text += fmt::format("Transmit Hash Policy: {} ({})\n", control::hash_name(options.hash), options.hash);
    if (options.mode == XDPBOND_MODE_ACTIVE_BACKUP) {
        const auto primary = text_of(bond.config.primary);
        const auto active = active_slave(bond);
        text += fmt::format("Primary Slave: {}\n",
                            primary.empty() ? "None"
                                            : fmt::format("{} (primary_reselect {})", primary, reselect_text(bond)));
        text += fmt::format("Currently Active Slave: {}\n", active.empty() ? "None" : active);
    }
    text += fmt::format("MII Status: {}\n", up_or_down(has_living_slave(bond)));
    const auto watch = watch_in_force(bond);
    text += fmt::format("MII Polling Interval (ms): {}\nUp Delay (ms): {}\nDown Delay (ms): {}\n"
                        "Peer Notification Delay (ms): 0\n",
                        watch.miimon, updelay_ms(watch), downdelay_ms(watch));
    return text;
}

std::string program_text(const bond_state& bond) {
    if (!bond.has_peer)
        return std::string(text_of(bond.config.program));
    return fmt::format("{} to {} ({})", text_of(bond.config.program), text_of(bond.peer.config.name),
                       up_or_down(link_is_up(bond.peer)));
}

std::string process_text(const bond_state& bond) {
    const auto& options = bond.config.options;
    const auto no_lacp =
        options.mode == XDPBOND_MODE_8023AD ? "; no LACP, so one slave sends and the next one takes over" : "";
    if (bond.watcher)
        return fmt::format("{} watches the links{}", bond.watcher, no_lacp);
    std::string text = options.carrier_check ? "none; carrier is seen in band, frame by frame"
                                             : "none; carrier was looked at when the bond was last changed";
    if (options.mode == XDPBOND_MODE_ACTIVE_BACKUP)
        text += "; a better slave is active again at once, nothing is announced";
    return text + no_lacp;
}

std::string change_text(const xdpbond_change& last) {
    const auto who = text_of(last.slave);
    return fmt::format("{} {}{}{} ({})", time_text(last.when), who, who.empty() ? "" : " ", text_of(last.what),
                       text_of(last.why));
}

std::string pending_text(const bond_state& bond) {
    if (bond.pending->waiter)
        return fmt::format("reverts in {} s; `xdpbond-load confirm {}` keeps the last change", bond.pending->seconds,
                           bond.name);
    return fmt::format("the last change was not confirmed, and the process that would undo it is gone; "
                       "`xdpbond-load confirm {}` keeps it, with --revert undoes it",
                       bond.name);
}

std::string own_lines(const bond_state& bond) {
    std::string text =
        fmt::format("\nxdpbond info\nProgram: {}\nProcess: {}\n", program_text(bond), process_text(bond));
    if (bond.config.options.mode == XDPBOND_MODE_ACTIVE_BACKUP && bond.config.failovers)
        text += fmt::format("Failovers: {}\n", bond.config.failovers);
    if (bond.config.last.when)
        text += fmt::format("Last change: {}\n", change_text(bond.config.last));
    if (const auto address = bond_address(bond); !address.empty())
        text += fmt::format("Address: {}\n", address);
    if (const auto why = unfinished(bond); !why.empty())
        text += fmt::format("Unfinished: {}\n", why);
    if (bond.pending)
        text += fmt::format("Pending: {}\n", pending_text(bond));
    if (bond.slaves.empty())
        text += fmt::format("Slaves: none; {}\n", bond.config.options.no_slave == XDPBOND_OTHERWISE_PASS
                                                      ? "frames are passed up (no_slave=pass)"
                                                      : "frames are dropped (no_slave=drop)");
    if (bond.config.options.mode == XDPBOND_MODE_BALANCE_RR)
        text += fmt::format("Packets per slave: {}\n", bond.config.options.packets_per_slave);
    if (const auto own = own_options_text(bond.config.options); !own.empty())
        text += fmt::format("Options: {}\n", own);
    return text;
}

bool is_unfinished(const slave_state& slave) {
    return slave.config.flags & (XDPBOND_SLAVE_JOINING | XDPBOND_SLAVE_LEAVING);
}

bool shares_address(const bond_state& bond) {
    return bond.config.options.mode != XDPBOND_MODE_ACTIVE_BACKUP ||
           bond.config.watch.fail_over_mac != XDPBOND_FOM_ACTIVE;
}

bool has_address(const bond_state& bond) {
    return std::ranges::any_of(bond.config.address, [](auto byte) { return byte != 0; });
}

bool has_other_address(const bond_state& bond, const slave_state& slave) {
    return shares_address(bond) && has_address(bond) && slave.link.ifindex == slave.config.ifindex &&
           !is_unfinished(slave) && !std::ranges::equal(slave.link.address, bond.config.address);
}

bool runs_mixed_programs(const bond_state& bond) {
    const slave_state* first = nullptr;
    for (const auto& slave : bond.slaves) {
        if (slave.program_id && first && first->program_id != slave.program_id)
            return true;
        if (slave.program_id && !first)
            first = &slave;
    }
    return false;
}

std::string slave_lines(const bond_state& bond, const slave_state& slave) {
    const bool known = slave.link.speed != 0;
    std::string text =
        fmt::format("\nSlave Interface: {}\nMII Status: {}\n", text_of(slave.config.name), mii_text(bond, slave));
    text +=
        known ? fmt::format("Speed: {} Mbps\nDuplex: {}\n", slave.link.speed, slave.link.full_duplex ? "full" : "half")
              : std::string("Speed: Unknown\nDuplex: Unknown\n");
    text += fmt::format("Link Failure Count: {}\nPermanent HW addr: {}\nSlave queue ID: 0\nXDP: {}\n",
                        slave.config.link_failure_count, mac_text(slave.config.perm_hwaddr),
                        attach_name(slave.config.attach));
    if (has_other_address(bond, slave))
        text += fmt::format("Address: {}, and not the bond's, whose frames it may not take\n",
                            mac_text(slave.link.address));
    if (slave.config.prio)
        text += fmt::format("Priority: {}\n", slave.config.prio);
    if (slave.config.last.when)
        text += fmt::format("Last change: {}\n", change_text(slave.config.last));
    if (const auto why = obstacle(bond, slave); !why.empty())
        text += fmt::format("Not used: {}\n", why);
    return text;
}

} // namespace

control::monitor_options watch_in_force(const bond_state& bond) {
    auto watch = control::options_of({.watch = bond.config.watch});
    if (!bond.watcher)
        watch.miimon = watch.updelay = watch.downdelay = 0;
    return watch;
}

std::string_view reselect_text(const bond_state& bond) {
    return control::reselect_name(watch_in_force(bond).primary_reselect);
}

control::link_state mii_state(const bond_state& bond, const slave_state& slave) {
    using enum control::link_state;
    if (bond.watcher && slave.config.link <= static_cast<__u32>(back))
        return static_cast<control::link_state>(slave.config.link);
    return link_is_up(slave) ? up : down;
}

bool link_is_up(const slave_state& port) {
    return port.link.ifindex != 0 && port.link.ifindex == port.config.ifindex && port.link.up && port.link.carrier;
}

bool has_living_slave(const bond_state& bond) {
    return std::ranges::any_of(bond.slaves, &slave_state::alive);
}

std::string unfinished(const bond_state& bond) {
    switch (bond.config.state) {
    case XDPBOND_STATE_READY:
        for (const auto& slave : bond.slaves)
            if (is_unfinished(slave))
                return fmt::format("slave {} {} is under way, or was interrupted; the next change takes the slave out",
                                   slave.config.flags & XDPBOND_SLAVE_JOINING ? "add" : "del",
                                   text_of(slave.config.name));
        if (runs_mixed_programs(bond))
            return "a change of the program was interrupted, and the slaves run different ones; the next change, or "
                   "the "
                   "daemon's start, puts that right";
        return bond.trace_killed ? "a trace was killed, and the slaves still run its program, which works but is "
                                   "slower; the next change of the bond puts that right"
                                 : "";
    case XDPBOND_STATE_REMOVING:
        return fmt::format("a down was interrupted; `xdpbond-load down {}` finishes it", bond.name);
    default:
        return fmt::format("an up was interrupted; up again, or `xdpbond-load down {}`", bond.name);
    }
}

std::string active_slave(const bond_state& bond) {
    if (bond.config.options.mode != XDPBOND_MODE_ACTIVE_BACKUP)
        return "";
    const auto found = std::ranges::find_if(bond.slaves, &slave_state::active);
    return found == bond.slaves.end() ? "" : std::string(text_of(found->config.name));
}

std::string bond_address(const bond_state& bond) {
    const auto active = std::ranges::find_if(bond.slaves, &slave_state::active);
    if (shares_address(bond))
        return has_address(bond) ? mac_text(bond.config.address) : "";
    return active == bond.slaves.end() ? "" : mac_text(active->link.address);
}

std::string obstacle(const bond_state& bond, const slave_state& slave) {
    if (is_unfinished(slave))
        return slave.config.flags & XDPBOND_SLAVE_JOINING ? "it is not in the bond yet" : "it is being taken out";
    if (slave.link.ifindex == 0)
        return bond.watcher ? "the interface is gone; it is taken in again when it is back" : "the interface is gone";
    if (slave.link.ifindex != slave.config.ifindex)
        return bond.watcher
                   ? "another interface has this name now; what it lacks to be taken in is in the daemon's messages"
                   : "another interface has this name now; start `xdpbond-load run`, or take the bond down and up";
    if (!slave.link.up)
        return "the interface was set down";
    if (slave.link_id == 0)
        return bond.watcher ? "its program was detached; it is attached again soon"
                            : "its program was detached; start `xdpbond-load run`, or take the bond down and up again";
    if (slave.config.flags & XDPBOND_SLAVE_STANDBY)
        return fmt::format("on standby; `xdpbond-load slave set {} {} state=active` brings it back", bond.name,
                           text_of(slave.config.name));
    if (bond.watcher && mii_state(bond, slave) == control::link_state::back)
        return "its link is back, and updelay runs";
    if (!slave.usable && slave.link.carrier && !bond.watcher)
        return fmt::format(
            "it came back after the bond was last changed; `xdpbond-load slave set {} {} state=active` takes it "
            "in",
            bond.name, text_of(slave.config.name));
    if (bond.config.options.mode == XDPBOND_MODE_8023AD && slave.alive && !slave.active)
        return "without LACP one slave sends; this one stands by";
    return "";
}

std::string status_text(const bond_state& bond) {
    std::string text = fmt::format("xdpbond: v{}, bond {}\n\n", XDPBOND_VERSION, bond.name);
    text += bond_lines(bond) + own_lines(bond);
    for (const auto& slave : bond.slaves)
        text += slave_lines(bond, slave);
    return text;
}

std::string summary(const bond_state& bond) {
    const auto& options = bond.config.options;
    std::vector<std::string> slaves;
    for (const auto& slave : bond.slaves)
        slaves.push_back(fmt::format("{} ({}{})", text_of(slave.config.name), attach_name(slave.config.attach),
                                     link_is_up(slave) ? "" : ", no carrier"));
    return fmt::format("{}: {}{}{} over {}; process: {}", bond.name, control::mode_name(options.mode),
                       hashes(options.mode) ? " " : "", hashes(options.mode) ? control::hash_name(options.hash) : "",
                       join(slaves), process_text(bond));
}

} // namespace xdpbond::loader
