// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "reattach.hpp"

#include "join.hpp"
#include "members.hpp"
#include "program_swap.hpp"
#include "sentence.hpp"
#include "slave_slot.hpp"
#include "table_plan.hpp"

#include <xdpbond/control/attach.hpp>
#include <xdpbond/control/config.hpp>

#include <algorithm>
#include <optional>

namespace xdpbond::control {

namespace {

// What it sent so far goes on where another slot counts from now on.
xdpbond_count base_of(const xdpbond_config_slave& before, const free_slot& now) {
    const xdpbond_count& old = now.counters.slave[before.slot % XDPBOND_SLOTS_MAX];
    const xdpbond_count& fresh = now.counters.slave[now.slot];
    return {fresh.packets - (old.packets - before.base.packets), fresh.bytes - (old.bytes - before.base.bytes)};
}

// The entry of before, for this port.
result<xdpbond_config_slave> entry_for(const live_bond& bond, const xdpbond_config_slave& before,
                                       const up_request& alone, const members& found) {
    const link_facts& port = found.ports.front();
    xdpbond_config_slave entry = make_config(alone, found).slave[0];
    set_name(entry.name, name_of(before.name));
    entry.slot = before.slot;
    entry.base = before.base;
    if (port.ifindex != before.ifindex) {
        auto free = take_free_slot(bond.pins, bond.config, port);
        if (!free)
            return free.failure();
        entry.slot = free->slot;
        entry.base = base_of(before, *free);
    } else {
        // The same device, or one that took its number: what is to be changed back stays so.
        entry.was_up = before.was_up;
        entry.changed = before.changed;
        entry.far_changed = before.far_changed;
        entry.far_ifindex = before.far_ifindex;
        entry.far_netns = before.far_netns;
    }
    // With the bond's address still on it, this is the device that had another one of its own.
    if (std::equal(port.address.begin(), port.address.end(), bond.config.address))
        std::copy(std::begin(before.perm_hwaddr), std::end(before.perm_hwaddr), entry.perm_hwaddr);
    entry.flags = before.flags;
    entry.prio = before.prio;
    entry.link = before.link;
    entry.link_failure_count = before.link_failure_count;
    entry.last = before.last;
    return entry;
}

// A port that is there again: how it is asked for, what was found, and its entry.
struct returned_port {
    up_request alone{};
    members found{};
    xdpbond_config_slave entry{};
};

// The port by the name of before, looked at as `up` would.
result<returned_port> find_again(const place& here, const live_bond& bond, const xdpbond_config_slave& before) {
    returned_port port;
    port.alone.name = bond.pins.name();
    port.alone.slaves = {name_of(before.name)};
    port.alone.force = before.flags & XDPBOND_SLAVE_FORCED;
    port.alone.attach = attach_wanted(bond.config);
    auto found = find_members(here, port.alone);
    if (!found)
        return found.failure();
    const auto is_it = [&](const xdpbond_config_slave& other) {
        return other.ifindex == found->ports.front().ifindex && name_of(other.name) != name_of(before.name);
    };
    if (std::any_of(bond.config.slave, bond.config.slave + bond.config.slaves, is_it) || is_it(bond.config.peer))
        return error{exit_code::busy, text(name_of(before.name), ": is another port of ", port.alone.name, " already")};
    auto entry = entry_for(bond, before, port.alone, *found);
    if (!entry)
        return entry.failure();
    port.found = *std::move(found);
    port.entry = *entry;
    return port;
}

// Once its port is attached.
result<void> let_send(const place& here, live_bond& bond, report& done) {
    if (auto written = write_config(bond.config_map.get(), bond.config); !written)
        return written;
    auto published = publish_plan(here, bond.pins, bond.config);
    if (!published)
        return published.failure();
    done.push_back(*published);
    return {};
}

} // namespace

result<void> reattach_slave(const place& here, live_bond& bond, std::uint32_t index, report& done) {
    const xdpbond_config_slave before = bond.config.slave[index];
    auto port = find_again(here, bond, before);
    if (!port)
        return port.failure();
    done.push_back(text("take ", name_of(before.name), " into ", bond.pins.name(), " again"));
    // Nothing runs by it any more: its device is gone, or the program was taken off.
    if (auto off = detach(bond.pins.link(before.slot)); !off)
        return off;
    bond.config.slave[index] = port->entry;
    if (auto written = write_config(bond.config_map.get(), bond.config); !written)
        return written;
    joining again{here, bond, port->found, port->entry, port->alone.attach, port->alone.force, index};
    if (auto attached = again.attach(done); !attached) {
        // However far that got: a port that is attached counts as a slave that can send.
        static_cast<void>(detach(bond.pins.link(port->entry.slot)));
        return attached;
    }
    return let_send(here, bond, done);
}

result<void> reattach_peer(const place& here, live_bond& bond, const object_provider& objects, report& done) {
    const xdpbond_config_slave before = bond.config.peer;
    auto port = find_again(here, bond, before);
    if (!port)
        return port.failure();
    xdpbond_config next = bond.config;
    next.peer = port->entry;
    std::optional<program_swap> swap;
    if (next.peer.ifindex != before.ifindex || program_swap::is_unfinished(bond.pins, bond.config, here.net)) {
        auto prepared = program_swap::prepare(here, bond.pins, next, objects);
        if (!prepared)
            return prepared.failure();
        swap = *std::move(prepared);
        next.object = swap->fingerprint();
    }
    done.push_back(text("take ", name_of(before.name), ", the other side of ", bond.pins.name(), ", again"));
    if (auto off = detach(bond.pins.link(before.slot)); !off)
        return off;
    if (swap) {
        const report steps = swap->steps();
        done.insert(done.end(), steps.begin(), steps.end());
        if (auto swapped = swap->run(); !swapped)
            return swapped;
    }
    bond.config = next;
    if (auto written = write_config(bond.config_map.get(), bond.config); !written)
        return written;
    if (swap)
        if (auto committed = swap->commit(); !committed)
            return committed;
    if (auto attached =
            attach_port(here, bond, port->found, port->alone.attach, port->alone.force, bond.config.peer, done);
        !attached)
        return attached;
    return let_send(here, bond, done);
}

} // namespace xdpbond::control
