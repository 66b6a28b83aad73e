// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "place.hpp"
#include "program_swap.hpp"
#include "sentence.hpp"
#include "table_plan.hpp"

#include <xdpbond/control/capabilities.hpp>
#include <xdpbond/control/config.hpp>
#include <xdpbond/control/options.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

namespace xdpbond::control {

namespace {

// The configuration with the changes in it, checked as `up` checks its own.
result<xdpbond_config> change(const xdpbond_config& config, const assignments& changes) {
    bond_settings settings{config.options, name_of(config.primary), name_of(config.active_slave)};
    std::vector<std::string> slaves, changed;
    for (__u32 i = 0; i < config.slaves; i++)
        slaves.push_back(name_of(config.slave[i].name));
    for (const auto& [option, value] : changes) {
        if (auto assigned = assign(settings, option, value); !assigned)
            return assigned.failure();
        changed.push_back(option);
    }
    // A new primary takes over, as it does in the kernel: an older wish for another slave ends.
    auto given = [&changed](const char* option) { return std::ranges::find(changed, option) != changed.end(); };
    if (given("primary") && !given("active_slave"))
        settings.active_slave.clear();
    if (auto valid = validate(settings, slaves, changed); !valid)
        return valid.failure();

    xdpbond_config next = config;
    next.options = settings.options;
    set_name(next.primary, settings.primary);
    set_name(next.active_slave, settings.active_slave);
    return next;
}

bool same(const xdpbond_options& a, const xdpbond_options& b) {
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

// One change to a live bond: each step can be undone while a later one fails.
struct live_change {
    const place& here;
    const bond_pins& pins;
    int config_map;
    const xdpbond_config& before;
    const xdpbond_config& after;
    program_swap* swap; // none: the program stays

    result<report> apply();

private:
    result<void> publish(report& done);
    result<void> run_swap(report& done);
    void back();
};

// Program first and table second, but for broadcast the other way round: its program needs the flood set. The
// configuration changes before the pinned program does, so that one that was killed between is seen as unfinished.
result<report> live_change::apply() {
    report done;
    const bool table_first = after.options.mode == XDPBOND_MODE_BROADCAST;
    auto step = table_first ? publish(done) : run_swap(done);
    if (step)
        step = table_first ? run_swap(done) : publish(done);
    if (step)
        step = write_config(config_map, after);
    if (step && swap)
        step = swap->commit();
    if (step)
        return done;
    back();
    return step.failure();
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
    static_cast<void>(write_config(config_map, before));
    static_cast<void>(publish_plan(here, pins, before));
    if (swap)
        swap->undo();
}

} // namespace

result<report> set(const context& where, std::string_view name, const assignments& changes,
                   const object_provider& objects) {
    if (auto allowed = may_manage_bonds(); !allowed)
        return allowed.failure();
    auto here = enter(where);
    if (!here)
        return here.failure();
    auto bond = own_bond(where, *here, name);
    if (!bond)
        return bond.failure();
    auto map = open_config(bond->pins);
    if (!map)
        return map.failure();
    auto config = read_config(map->get(), name);
    if (!config)
        return config.failure();
    if (config->state != XDPBOND_STATE_READY)
        return error{exit_code::busy, text(name, ": an earlier up or down did not finish; run it again")};
    auto next = change(*config, changes);
    if (!next)
        return next.failure();

    std::optional<program_swap> swap;
    if (!same(config->options, next->options) || program_swap::is_unfinished(bond->pins, *config, here->net)) {
        auto prepared = program_swap::prepare(*here, bond->pins, *next, objects);
        if (!prepared)
            return prepared.failure();
        swap = *std::move(prepared);
    }
    if (where.dry_run) {
        report steps = swap ? swap->steps() : report{};
        steps.push_back(text("publish ", plan_now(*here, bond->pins, *next).slaves, " slaves"));
        return steps;
    }
    return live_change{*here, bond->pins, map->get(), *config, *next, swap ? &*swap : nullptr}.apply();
}

} // namespace xdpbond::control
