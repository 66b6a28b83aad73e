// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "dismantle.hpp"

#include "attached.hpp"
#include "prepare_port.hpp"
#include "sentence.hpp"
#include "trace_mark.hpp"
#include "undo.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/publish.hpp>

#include <chrono>
#include <thread>
#include <vector>

namespace xdpbond::control {

namespace {

// Each slave, and the other side of a forward program.
std::vector<xdpbond_config_slave*> ports_of(xdpbond_config& config) {
    std::vector<xdpbond_config_slave*> ports;
    for (__u32 i = 0; i < config.slaves && i < XDPBOND_SLAVES_MAX; i++)
        ports.push_back(&config.slave[i]);
    if (config.peer.name[0])
        ports.push_back(&config.peer);
    return ports;
}

// No frame goes to a slave any more. A bond without a table yet has sent none.
void unpublish(const bond_pins& pins, const xdpbond_config& config) {
    if (auto table = publisher::open(pins); table && table->published().slaves)
        static_cast<void>(table->publish({}, config.options));
}

// A killed `up` may have attached a program and not pinned its link: it goes a moment after the process.
void wait_for_unpinned(attached_slave& now, const bond_pins& pins, const xdpbond_config_slave& port, const links& net) {
    using namespace std::chrono_literals;
    for (int attempt = 0; !now.link && now.port.xdp_program && attempt < 100; attempt++) {
        std::this_thread::sleep_for(10ms);
        now = look_at(pins, port, net);
    }
}

} // namespace

result<void> release(const bond_pins& pins, const xdpbond_config& config, xdpbond_config_slave& port, const links& net,
                     const save_config& save, report& done, bool dry_run) {
    attached_slave now = look_at(pins, port, net);
    wait_for_unpinned(now, pins, port, net);
    if (now.link)
        done.push_back(text("detach from ", now.port.name));
    if (!dry_run)
        if (auto detached = detach(pins.link(port.slot)); !detached)
            return detached;
    const report restored = restore_port(net, now.port, port, dry_run);
    done.insert(done.end(), restored.begin(), restored.end());
    if (!now.port.ifindex) {
        done.push_back(text(now.port.name, " is gone: nothing to restore"));
        return {};
    }
    // Somebody else's program means that the port has a new owner.
    const bool ours = now.link || now.port.xdp_program == 0;
    if (!port.was_up && now.port.up && ours) {
        done.push_back(text("set ", now.port.name, " down, as it was"));
        if (!dry_run)
            if (auto down = net.set_up(now.port, false); !down)
                return down;
    }
    restore_address(net, config, port, save, done, dry_run);
    return {};
}

// Config stays pinned to the last: it is what an interrupted removal goes on from.
result<void> remove_pins(const bond_pins& pins) {
    auto names = pins_in(pins);
    if (!names)
        return names.failure();
    for (const auto& name : *names) {
        if (name == "config")
            continue;
        if (name == pins.trace().filename()) {
            forget_killed_trace(pins); // or one that ends now
            continue;
        }
        // A link of a slave that the configuration does not know of: still detached before it goes.
        auto path = pins.folder / name;
        if (auto removed = name.starts_with("link_") ? detach(path) : remove_pin(path); !removed)
            return removed;
    }
    if (auto removed = remove_pin(pins.config()); !removed)
        return removed;
    return remove_folder(pins);
}

namespace {

result<report> take_apart(const bond_pins& pins, const links& net, bool dry_run) {
    report done;
    if (auto map = open_pin(pins.config())) {
        auto config = read_config(map->get(), pins.name());
        if (!config)
            return config.failure();
        if (!dry_run) {
            config->state = XDPBOND_STATE_REMOVING;
            if (auto written = write_config(map->get(), *config); !written)
                return written.failure();
            disarm_undo(pins);
            unpublish(pins, *config);
        }
        done.push_back(text("unpublish the slaves of ", pins.name()));
        const auto save = [&] { return write_config(map->get(), *config); };
        for (auto* port : ports_of(*config))
            if (auto released = release(pins, *config, *port, net, save, done, dry_run); !released)
                return released.failure();
    } else if (map.failure().code != exit_code::no_such) {
        return map.failure();
    }
    done.push_back(text("remove ", pins.folder.native()));
    if (!dry_run)
        if (auto removed = remove_pins(pins); !removed)
            return removed.failure();
    return done;
}

} // namespace

result<report> dismantle(const bond_pins& pins, const links& net) {
    return take_apart(pins, net, false);
}

result<report> describe_dismantling(const bond_pins& pins, const links& net) {
    return take_apart(pins, net, true);
}

} // namespace xdpbond::control
