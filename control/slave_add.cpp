// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "assemble.hpp"
#include "join.hpp"
#include "live_bond.hpp"
#include "live_change.hpp"
#include "mac.hpp"
#include "members.hpp"
#include "mtu.hpp"
#include "program_swap.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"
#include "slave_entry.hpp"
#include "slave_slot.hpp"
#include "undo.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/slave_setting.hpp>

#include <algorithm>

namespace xdpbond::control {

namespace {

// Whether the bond has room and does not have this port yet.
result<void> check_room(const xdpbond_config& config, const link_facts& port) {
    const std::string bond = name_of(config.name);
    for (__u32 i = 0; i < config.slaves; i++)
        if (config.slave[i].ifindex == port.ifindex)
            return error{exit_code::busy,
                         text(port.name, ": is a slave of ", bond, " already; `xdpbond-load slave set ", bond, " ",
                              port.name, " state=active` brings one back that is on standby")};
    if (config.peer.name[0] && config.peer.ifindex == port.ifindex)
        return error{exit_code::busy, text(port.name, ": is the other side of ", bond, "; take another port")};
    if (config.slaves >= config.capacity)
        return error{exit_code::unsupported, text(port.name, ": ", bond, " has ", config.slaves,
                                                  " slaves, and its program was built for at most ", config.capacity,
                                                  "; delete one first, or bring the bond up with an object for more")};
    return {};
}

// Its entry, last in the enslave order. What its slot counted before is not its own.
result<xdpbond_config_slave> make_entry(const bond_pins& pins, const up_request& request, const members& found,
                                        const xdpbond_config& config, const assignments& settings) {
    auto free = take_free_slot(pins, config, found.ports.front());
    if (!free)
        return free.failure();
    xdpbond_config_slave entry = make_config(request, found).slave[0];
    entry.slot = free->slot;
    entry.base = free->counters.slave[free->slot];
    if (auto set = assign_slave(entry, config.options, settings); !set)
        return set.failure();
    entry.flags |= XDPBOND_SLAVE_JOINING;
    return entry;
}

} // namespace

result<report> add_slave(const context& where, const slave_request& request, const object_provider& objects) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto bond = open_live_bond(where, *here, request.bond);
    if (!bond)
        return bond.failure();
    report done = bond->repaired;

    auto port = here->net.by_name(request.slave);
    if (!port)
        return port.failure();
    if (auto room = check_room(bond->config, *port); !room)
        return room.failure();
    up_request alone;
    alone.name = request.bond;
    alone.slaves = {request.slave};
    alone.force = request.force;
    alone.attach = attach_wanted(bond->config);
    auto found = find_members(*here, alone);
    if (!found)
        return found.failure();
    auto ports = ports_of(*here, bond->config);
    ports.push_back(*port);
    warn_of_mtus(ports, done);
    auto entry = make_entry(bond->pins, alone, *found, bond->config, request.settings);
    if (!entry)
        return entry.failure();
    if (where.dry_run) {
        xdpbond_config with = bond->config;
        with.slave[with.slaves++] = *entry;
        adopt_address(with);
        for (const auto& step : describe_joining(alone, *found, mac_of(with.address)))
            done.push_back(step);
        done.push_back(text("publish ", bond->config.slaves + 1, " slaves"));
        return done;
    }
    if (auto finished = finish_swap(*here, *bond, objects, done); !finished)
        return finished.failure();

    const xdpbond_config before = bond->config;
    if (auto armed = arm_undo(where, bond->pins, &before); !armed)
        return armed.failure();
    joining change{*here, *bond, *found, *entry, alone.attach, request.force, bond->config.slaves};
    auto joined = change.join();
    if (!joined) {
        change.undo(before);
        disarm_undo(bond->pins);
        return joined.failure();
    }
    start_countdown(where, bond->pins);
    done.insert(done.end(), joined->begin(), joined->end());
    return done;
}

} // namespace xdpbond::control
