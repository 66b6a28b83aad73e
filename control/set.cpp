// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "address_change.hpp"
#include "live_bond.hpp"
#include "live_change.hpp"
#include "mac.hpp"
#include "mtu.hpp"
#include "program_choice.hpp"
#include "program_swap.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"
#include "table_plan.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/options.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

namespace xdpbond::control {

namespace {

// The configuration with the changes in it, checked as `up` checks its own.
result<xdpbond_config> change(const context& where, const xdpbond_config& config, const assignments& changes,
                              report& notes) {
    bond_settings settings = settings_of(config);
    std::vector<std::string> slaves, changed;
    for (__u32 i = 0; i < config.slaves; i++)
        slaves.push_back(name_of(config.slave[i].name));
    for (const auto& change : changes)
        changed.push_back(change.first);
    auto assigned = assign(settings, changes);
    if (!assigned)
        return assigned.failure();
    notes.insert(notes.end(), assigned->begin(), assigned->end());
    // A new primary takes over, as it does in the kernel: an older wish for another slave ends.
    auto given = [&changed](const char* option) { return std::ranges::find(changed, option) != changed.end(); };
    if (given("primary") && !given("active_slave"))
        settings.active_slave.clear();
    if (auto valid = validate(settings, slaves, changed); !valid)
        return valid.failure();
    if (!where.planner)
        if (auto unwatched = check_unwatched(changed); !unwatched)
            return unwatched.failure();

    xdpbond_config next = config;
    set_settings(next, settings);
    if (config.slaves && share_address(next.options, next.watch) != share_address(config.options, config.watch))
        return error{exit_code::busy, text(name_of(config.name),
                                           ": has slaves, and fail_over_mac=active, which is for active-backup alone, "
                                           "cannot come or go with them; take the bond down and up again")};
    if (given("address") && is_zero(settings.address)) {
        std::ranges::fill(next.address, 0);
        adopt_address(next);
    }
    return next;
}

bool same(const xdpbond_options& a, const xdpbond_options& b) {
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

} // namespace

result<report> set(const context& where, std::string_view name, const assignments& changes,
                   const object_provider& objects) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto bond = open_live_bond(where, *here, name);
    if (!bond)
        return bond.failure();
    const xdpbond_config& config = bond->config;
    xdpbond_config with_program = config;
    assignments options = changes;
    const auto other_program = take_program(with_program, options);
    if (!other_program)
        return other_program.failure();
    auto next = change(where, with_program, options, bond->repaired);
    if (!next)
        return next.failure();

    std::optional<program_swap> swap;
    if (*other_program || !same(config.options, next->options) ||
        program_swap::is_unfinished(bond->pins, config, here->net)) {
        auto prepared = program_swap::prepare(*here, bond->pins, *next, objects);
        if (!prepared)
            return prepared.failure();
        swap = *std::move(prepared);
        next->object = swap->fingerprint();
    }
    // From now on every frame leaves through every slave.
    if (next->options.mode == XDPBOND_MODE_BROADCAST && config.options.mode != XDPBOND_MODE_BROADCAST)
        warn_of_mtus(ports_of(*here, *next), bond->repaired);
    if (where.dry_run) {
        report steps = bond->repaired;
        if (swap)
            for (auto& step : swap->steps())
                steps.push_back(step);
        auto half = plan_now(*here, bond->pins, *next);
        if (!half)
            return half.failure();
        describe_address_change(*here, config, *next, steps);
        steps.push_back(text("publish ", half->slaves, " slaves"));
        return steps;
    }
    return change_live_bond(where, *here, *bond, *next, swap ? &*swap : nullptr);
}

} // namespace xdpbond::control
