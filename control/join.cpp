// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "join.hpp"

#include "attach_ports.hpp"
#include "dismantle.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"
#include "slave_entry.hpp"
#include "table_plan.hpp"
#include "take_in.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>

namespace xdpbond::control {

namespace {

// Native programs of the others would redirect frames to it in vain.
result<void> check_takes_frames(const xdpbond_config& config, const members& found, const xdpbond_config_slave& entry,
                                bool force, report& done) {
    const auto is_native = [](const xdpbond_config_slave& port) { return port.attach == XDPBOND_ATTACH_NATIVE; };
    const bool others_native = std::any_of(config.slave, config.slave + config.slaves, is_native) ||
                               (config.peer.name[0] && is_native(config.peer));
    const link_facts& port = found.ports.front();
    if (!others_native || !loses_redirected_frames(port, static_cast<xdpbond_attach>(entry.attach)))
        return {};
    const std::string why = text(port.name, " does not send what native programs redirect to it",
                                 " (a veth does with GRO or a native program at its far end)");
    if (!force)
        return error{exit_code::unsupported, text(why, "; turn that on, or bring the bond up with --attach generic")};
    done.push_back(text("warning: ", why, ": those frames are lost"));
    return {};
}

} // namespace

xdpbond_attach attach_wanted(const xdpbond_config& config) {
    const auto is_generic = [](const xdpbond_config_slave& port) { return port.attach == XDPBOND_ATTACH_GENERIC; };
    if (config.slaves && std::all_of(config.slave, config.slave + config.slaves, is_generic))
        return XDPBOND_ATTACH_GENERIC;
    return static_cast<xdpbond_attach>(config.attach);
}

result<report> joining::join() {
    report done;
    xdpbond_config& config = bond.config;
    config.slave[index] = entry;
    config.slaves++;
    adopt_address(config);
    if (auto written = write_config(bond.config_map.get(), config); !written)
        return written.failure();
    if (auto taken = take_in(
            here, bond, [this, &done] { return attach(done); }, done);
        !taken)
        return taken.failure();
    return done;
}

result<void> attach_port(const place& here, live_bond& bond, const members& found, xdpbond_attach mode, bool force,
                         xdpbond_config_slave& entry, report& done) {
    const link_facts& port = found.ports.front();
    auto program = open_pin(bond.pins.program());
    if (!program)
        return program.failure();
    // As a bond of this one port: its entry is filled in, and nothing is done to the others.
    xdpbond_config alone = bond.config;
    alone.slave[0] = entry;
    alone.slaves = 1;
    alone.attach = mode;
    const auto save = [&] {
        entry = alone.slave[0];
        return write_config(bond.config_map.get(), bond.config);
    };
    const bool is_peer = &entry == &bond.config.peer; // which keeps its address
    if (!is_peer)
        if (auto given = ensure_address(here.net, bond.config, alone.slave[0], save, done); !given)
            return given;
    if (!port.up) {
        done.push_back(text("set ", port.name, " up"));
        if (auto set = here.net.set_up(port, true); !set)
            return set;
    }
    auto attached = attach_ports(here, bond.pins, program->get(), found, force, alone, save);
    if (!attached)
        return attached.failure();
    done.insert(done.end(), attached->begin(), attached->end());
    entry = alone.slave[0];
    return {};
}

result<void> joining::attach(report& done) {
    xdpbond_config_slave& slave = bond.config.slave[index];
    if (auto attached = attach_port(here, bond, found, mode, force, slave, done); !attached)
        return attached;
    xdpbond_config others = bond.config;
    erase_slave(others, index);
    return check_takes_frames(others, found, slave, force, done);
}

void joining::undo(const xdpbond_config& before) {
    report ignored;
    xdpbond_config with = bond.config;
    bond.config = before;
    static_cast<void>(publish_plan(here, bond.pins, before));
    // Should its port not be released, its entry stays for the next command to go on from.
    const auto save = [&] { return write_config(bond.config_map.get(), with); };
    if (release(bond.pins, with, with.slave[index], here.net, save, ignored, false))
        static_cast<void>(write_config(bond.config_map.get(), before));
}

result<void> join_again(const place& here, live_bond& bond, const xdpbond_config_slave& slave, report& done) {
    up_request alone;
    alone.name = bond.pins.name();
    alone.slaves = {name_of(slave.name)};
    alone.force = true;
    alone.attach = static_cast<xdpbond_attach>(slave.attach);
    auto found = find_members(here, alone);
    if (!found)
        return found.failure();
    joining change{here, bond, *found, slave, alone.attach, true, bond.config.slaves};
    change.entry.flags |= XDPBOND_SLAVE_JOINING;
    change.entry.changed &= ~address_changes;
    const xdpbond_config before = bond.config;
    auto joined = change.join();
    if (!joined) {
        change.undo(before);
        return joined.failure();
    }
    done.insert(done.end(), joined->begin(), joined->end());
    return {};
}

} // namespace xdpbond::control
