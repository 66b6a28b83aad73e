// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "live_change.hpp"

#include "address_change.hpp"
#include "table_plan.hpp"
#include "undo.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>
#include <iterator>

namespace xdpbond::control {

// Program first and table second, but for broadcast the other way round: its program needs the flood set. The
// configuration changes before the pinned program does, so that one that was killed between is seen as unfinished.
result<report> live_change::apply() {
    report done;
    const bool table_first = after.options.mode == XDPBOND_MODE_BROADCAST;
    auto step = change_addresses(done);
    if (!step)
        return step.failure();
    step = table_first ? publish(done) : run_swap(done);
    if (step)
        step = table_first ? run_swap(done) : publish(done);
    if (step)
        step = write_config(config_map, remembered(after));
    if (step && swap)
        step = swap->commit();
    if (step)
        return done;
    back();
    return step.failure();
}

result<void> live_change::change_addresses(report& done) {
    if (!other_address(before, after))
        return {};
    now = before;
    auto changed = change_address(here, config_map, now, after, done);
    if (!changed)
        static_cast<void>(write_config(config_map, before));
    addressed = static_cast<bool>(changed);
    return changed;
}

// What the slaves' own addresses are was seen on the way.
xdpbond_config live_change::remembered(xdpbond_config config) const {
    for (__u32 i = 0; addressed && i < config.slaves; i++) {
        config.slave[i].changed = now.slave[i].changed;
        std::copy(std::begin(now.slave[i].perm_hwaddr), std::end(now.slave[i].perm_hwaddr),
                  config.slave[i].perm_hwaddr);
    }
    return config;
}

result<void> live_change::publish(report& done) {
    auto published = publish_plan(here, pins, after);
    if (!published)
        return published.failure();
    done.push_back(*published);
    return {};
}

result<void> live_change::run_swap(report& done) {
    if (!swap)
        return {};
    const report steps = swap->steps();
    done.insert(done.end(), steps.begin(), steps.end());
    return swap->run();
}

// Whatever of this fails as well, the first error matters more.
void live_change::back() {
    report ignored;
    if (addressed)
        static_cast<void>(change_address(here, config_map, now, before, ignored));
    static_cast<void>(write_config(config_map, remembered(before)));
    static_cast<void>(publish_plan(here, pins, before));
    if (swap)
        swap->undo();
}

result<void> finish_swap(const place& here, live_bond& bond, const object_provider& objects, report& done) {
    if (!program_swap::is_unfinished(bond.pins, bond.config, here.net))
        return {};
    auto swap = program_swap::prepare(here, bond.pins, bond.config, objects);
    if (!swap)
        return swap.failure();
    auto swapped = live_change{here, bond.pins, bond.config_map.get(), bond.config, bond.config, &*swap}.apply();
    if (!swapped)
        return swapped.failure();
    done.insert(done.end(), swapped->begin(), swapped->end());
    return {};
}

result<report> change_live_bond(const context& where, const place& here, const live_bond& bond,
                                const xdpbond_config& after, program_swap* swap) {
    if (auto armed = arm_undo(where, bond.pins, &bond.config); !armed)
        return armed.failure();
    auto done = live_change{here, bond.pins, bond.config_map.get(), bond.config, after, swap}.apply();
    if (!done) {
        disarm_undo(bond.pins);
        return done;
    }
    start_countdown(where, bond.pins);
    done->insert(done->begin(), bond.repaired.begin(), bond.repaired.end());
    return done;
}

} // namespace xdpbond::control
