// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "attached.hpp"
#include "place.hpp"
#include "process.hpp"
#include "sentence.hpp"
#include "trace_mark.hpp"
#include "undo.hpp"

#include <xdpbond/bpf/select.h>
#include <xdpbond/control/bpffs.hpp>
#include <xdpbond/control/config.hpp>
#include <xdpbond/control/counters.hpp>
#include <xdpbond/control/errors.hpp>
#include <xdpbond/control/table.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

namespace xdpbond::control {

namespace {

// The places of a half.
std::array<std::span<xdpbond_port>, 4> places_of(xdpbond_half& half) {
    return {std::span(half.sender, half.usable), std::span(half.preference, half.preferred),
            std::span(half.slave, half.slaves), std::span(&half.peer, 1)};
}

// Its link, counters and share in the table. Marks its places in the half where the program would see no carrier.
slave_state state_of(const bond_pins& pins, const xdpbond_config_slave& memory, const links& net,
                     const xdpbond_counters& counters, bond_state& bond) {
    slave_state slave;
    attached_slave now = look_at(pins, memory, net);
    slave.config = memory;
    slave.link = std::move(now.port);
    if (now.info.ifindex) {
        slave.link_id = now.info.id;
        slave.program_id = now.info.program;
    }
    const xdpbond_count& sent = counters.slave[memory.slot % XDPBOND_SLOTS_MAX];
    slave.sent = {sent.packets - memory.base.packets, sent.bytes - memory.base.bytes};

    const bool dead = !slave.link.ifindex || !slave.link.up || !slave.link.carrier;
    for (auto ports : places_of(bond.half))
        for (auto& port : ports)
            if (port.ifindex == memory.ifindex && dead)
                port.flags |= XDPBOND_PORT_NO_CARRIER;
    // That it may stand in where nothing else can send (preference) does not make it usable.
    for (auto ports : {std::span(bond.half.slave, bond.half.slaves), std::span(&bond.half.peer, 1)})
        for (const auto& port : ports)
            if (port.ifindex == memory.ifindex) {
                slave.usable = port.flags & XDPBOND_PORT_USABLE;
                slave.alive = slave.usable && xdpbond_alive(&port, bond.config.options.carrier_check);
            }
    return slave;
}

// Who sends now. In active-backup that is the first alive slave in order of preference; in the other modes each alive
// sender, and where there is none, that first one stands in. A broadcast has no stand-in.
void find_active(bond_state& bond) {
    const xdpbond_options& options = bond.config.options;
    const auto is_alive = [&options](const xdpbond_port& port) { return xdpbond_alive(&port, options.carrier_check); };
    const std::span senders(bond.half.sender, bond.half.usable), preference(bond.half.preference, bond.half.preferred);
    std::vector<__u32> active;
    if (options.mode != XDPBOND_MODE_ACTIVE_BACKUP)
        for (const auto& port : senders)
            if (is_alive(port))
                active.push_back(port.ifindex);
    if (active.empty() && options.mode != XDPBOND_MODE_BROADCAST)
        if (const auto first = std::ranges::find_if(preference, is_alive); first != preference.end())
            active.push_back(first->ifindex);
    for (auto& slave : bond.slaves)
        slave.active = std::ranges::find(active, slave.config.ifindex) != active.end();
}

// Each error to the port that has its slot.
void add_errors(const bond_pins& pins, bond_state& bond) {
    bond.counts_errors = counts_errors(pins);
    auto map = open_pin(pins.errors());
    auto errors = map ? read_errors(map->get()) : result<std::vector<error_count>>(map.failure());
    if (!errors)
        return; // a half-made bond
    for (const auto& row : *errors) {
        auto its = std::ranges::find(bond.slaves, row.slot, [](const slave_state& slave) { return slave.config.slot; });
        if (its != bond.slaves.end())
            its->errors.push_back(row);
        else if (bond.has_peer && bond.peer.config.slot == row.slot)
            bond.peer.errors.push_back(row);
        else if (row.slot == XDPBOND_SLOT_NONE)
            bond.errors.push_back(row);
    }
}

// What is pinned, before anything is known about the links. A half-made bond may lack all but its configuration.
result<xdpbond_counters> read_maps(const bond_pins& pins, bond_state& bond) {
    auto config_map = open_config(pins);
    if (!config_map)
        return config_map.failure();
    auto config = read_config(config_map->get(), pins.name());
    if (!config)
        return config.failure();
    bond.config = *config;
    bond.config.slaves = std::min<__u32>(bond.config.slaves, XDPBOND_SLAVES_MAX);
    auto table_map = open_pin(pins.table());
    auto counters_map = open_pin(pins.counters());
    if (bond.config.state != XDPBOND_STATE_READY && (!table_map || !counters_map))
        return xdpbond_counters{};
    if (!table_map || !counters_map)
        return (table_map ? counters_map : table_map).failure();
    auto table = mapped_table::open(table_map->get());
    if (!table)
        return table.failure();
    bond.half = read_published(**table);
    return read_counters(counters_map->get());
}

} // namespace

result<bond_state> inspect(const context& where, std::string_view name) {
    auto here = enter(where);
    if (!here)
        return here.failure();
    auto pins = find_bond(*here, name);
    if (!pins)
        return pins.failure();
    bond_state bond;
    bond.name = name;
    bond.pin = pins->folder;
    bond.pending = describe_pending(*pins);
    bond.trace_killed = trace_was_killed(*pins);
    auto counters = read_maps(*pins, bond);
    if (!counters)
        return counters.failure();
    for (__u32 i = 0; i < bond.config.slaves; i++)
        bond.slaves.push_back(state_of(*pins, bond.config.slave[i], here->net, *counters, bond));
    find_active(bond);
    if (bond.config.watcher && process_start(bond.config.watcher) == bond.config.watcher_start)
        bond.watcher = bond.config.watcher;
    bond.has_peer = bond.config.peer.name[0];
    if (bond.has_peer)
        bond.peer = state_of(*pins, bond.config.peer, here->net, *counters, bond);
    add_errors(*pins, bond);
    std::copy(std::begin(counters->reason), std::end(counters->reason), bond.reasons);
    return bond;
}

result<std::vector<std::string>> list(const context& where) {
    auto here = enter(where);
    if (!here)
        return here.failure();
    // Where no bond can be seen, "none" would be a lie. Reading needs no right to write, nor to mount.
    if (auto seen = check_bpffs(where.pin_dir); !seen && seen.failure().code != exit_code::privilege)
        return seen.failure();
    auto bonds = bonds_in(here->folder);
    if (!bonds)
        return bonds.failure();
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& bond : *bonds)
        if (std::filesystem::exists(bond.config(), ignored))
            names.push_back(bond.name());
    return names;
}

} // namespace xdpbond::control
