// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "reattach.hpp"

#include "attach_ports.hpp"
#include "join.hpp"
#include "members.hpp"
#include "program_swap.hpp"
#include "sentence.hpp"
#include "slave_slot.hpp"
#include "table_plan.hpp"

#include <xdpbond/control/attach.hpp>
#include <xdpbond/control/config.hpp>
#include <xdpbond/control/counters.hpp>
#include <xdpbond/control/errors.hpp>

#include <algorithm>
#include <optional>

namespace xdpbond::control {

namespace {

// What it sent so far goes on where another slot counts from now on.
result<xdpbond_count> base_of(const bond_pins& pins, const xdpbond_config_slave& before, std::uint32_t slot) {
    auto map = open_pin(pins.counters());
    if (!map)
        return map.failure();
    auto counters = read_counters(map->get());
    if (!counters)
        return counters.failure();
    const xdpbond_count& old = counters->slave[before.slot % XDPBOND_SLOTS_MAX];
    const xdpbond_count& fresh = counters->slave[slot % XDPBOND_SLOTS_MAX];
    return xdpbond_count{fresh.packets - (old.packets - before.base.packets),
                         fresh.bytes - (old.bytes - before.base.bytes)};
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
        auto slot = find_free_slot(bond.pins, bond.config, port);
        if (!slot)
            return slot.failure();
        auto base = base_of(bond.pins, before, *slot);
        if (!base)
            return base.failure();
        if (auto errors = open_pin(bond.pins.errors()))
            if (auto forgotten = forget_errors(errors->get(), *slot); !forgotten)
                return forgotten.failure();
        entry.slot = *slot;
        entry.base = *base;
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

result<void> attach_peer(const place& here, live_bond& bond, const members& found, const up_request& alone,
                         report& done) {
    const link_facts& port = found.ports.front();
    auto program = open_pin(bond.pins.program());
    if (!program)
        return program.failure();
    if (!port.up) {
        done.push_back(text("set ", port.name, " up"));
        if (auto set = here.net.set_up(port, true); !set)
            return set;
    }
    // As a bond of this one port.
    xdpbond_config single = bond.config;
    single.slave[0] = bond.config.peer;
    single.slaves = 1;
    single.attach = alone.attach;
    const auto save = [&] {
        bond.config.peer = single.slave[0];
        return write_config(bond.config_map.get(), bond.config);
    };
    auto attached = attach_ports(here, bond.pins, program->get(), found, alone.force, single, save);
    if (!attached)
        return attached.failure();
    done.insert(done.end(), attached->begin(), attached->end());
    return save();
}

// The port by that name, looked at as `up` would.
result<members> find_again(const place& here, const live_bond& bond, const xdpbond_config_slave& before,
                           up_request& alone) {
    alone.name = bond.pins.name();
    alone.slaves = {name_of(before.name)};
    alone.force = before.flags & XDPBOND_SLAVE_FORCED;
    alone.attach = attach_wanted(bond.config);
    auto found = find_members(here, alone);
    if (!found)
        return found;
    const auto is_it = [&](const xdpbond_config_slave& port) {
        return port.ifindex == found->ports.front().ifindex && name_of(port.name) != name_of(before.name);
    };
    if (std::any_of(bond.config.slave, bond.config.slave + bond.config.slaves, is_it) || is_it(bond.config.peer))
        return error{exit_code::busy, text(alone.slaves.front(), ": is another port of ", alone.name, " already")};
    return found;
}

} // namespace

result<void> reattach_slave(const place& here, live_bond& bond, std::uint32_t index, report& done) {
    const xdpbond_config_slave before = bond.config.slave[index];
    up_request alone;
    auto found = find_again(here, bond, before, alone);
    if (!found)
        return found.failure();
    auto entry = entry_for(bond, before, alone, *found);
    if (!entry)
        return entry.failure();
    done.push_back(text("take ", alone.slaves.front(), " into ", alone.name, " again"));
    // Nothing runs by it any more: its device is gone, or the program was taken off.
    if (auto off = detach(bond.pins.link(before.slot)); !off)
        return off;
    joining again{here, bond, *found, *entry, alone.attach, alone.force, index};
    bond.config.slave[index] = *entry;
    if (auto written = write_config(bond.config_map.get(), bond.config); !written)
        return written;
    if (auto attached = again.attach(done); !attached) {
        // However far that got: a port that is attached counts as a slave that can send.
        static_cast<void>(detach(bond.pins.link(entry->slot)));
        return attached;
    }
    if (auto written = write_config(bond.config_map.get(), bond.config); !written)
        return written;
    auto published = publish_plan(here, bond.pins, bond.config);
    if (!published)
        return published.failure();
    done.push_back(*published);
    return {};
}

result<void> reattach_peer(const place& here, live_bond& bond, const object_provider& objects, report& done) {
    const xdpbond_config_slave before = bond.config.peer;
    up_request alone;
    auto found = find_again(here, bond, before, alone);
    if (!found)
        return found.failure();
    auto entry = entry_for(bond, before, alone, *found);
    if (!entry)
        return entry.failure();
    xdpbond_config next = bond.config;
    next.peer = *entry;
    std::optional<program_swap> swap;
    if (entry->ifindex != before.ifindex || program_swap::is_unfinished(bond.pins, bond.config, here.net)) {
        auto prepared = program_swap::prepare(here, bond.pins, next, objects);
        if (!prepared)
            return prepared.failure();
        swap = *std::move(prepared);
        next.object = swap->fingerprint();
    }
    done.push_back(text("take ", alone.slaves.front(), ", the other side of ", alone.name, ", again"));
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
    if (auto attached = attach_peer(here, bond, *found, alone, done); !attached)
        return attached;
    auto published = publish_plan(here, bond.pins, bond.config);
    if (!published)
        return published.failure();
    done.push_back(*published);
    return {};
}

} // namespace xdpbond::control
