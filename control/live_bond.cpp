// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "live_bond.hpp"

#include "address_change.hpp"
#include "program_swap.hpp"
#include "sentence.hpp"
#include "slave_entry.hpp"
#include "table_plan.hpp"
#include "trace_mark.hpp"
#include "undo.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>

namespace xdpbond::control {

namespace {

result<void> clear_unfinished_slaves(const context& where, const place& here, live_bond& bond) {
    const auto begin = bond.config.slave, end = begin + bond.config.slaves;
    if (std::none_of(begin, end, is_unfinished))
        return {};
    if (!where.dry_run)
        if (auto published = publish_plan(here, bond.pins, bond.config); !published)
            return published.failure();
    for (__u32 i = bond.config.slaves; i-- > 0;) {
        const xdpbond_config_slave slave = bond.config.slave[i];
        if (!is_unfinished(slave))
            continue;
        bond.repaired.push_back(
            text("take ", name_of(slave.name), " out of ", bond.pins.name(), ", where an interrupted command left it"));
        if (auto cleared = let_go(here, bond, i, bond.repaired, where.dry_run); !cleared)
            return cleared;
        if (slave.flags & XDPBOND_SLAVE_LEAVING)
            bond.deleted.push_back(name_of(slave.name));
    }
    return {};
}

// The slaves run the pinned program again.
result<void> end_killed_trace(const context& where, const place& here, live_bond& bond) {
    if (!trace_was_killed(bond.pins))
        return {};
    bond.repaired.push_back(text("take the program of a trace that was killed off the slaves of ", bond.pins.name()));
    if (where.dry_run)
        return {};
    if (auto back = run_pinned(here, bond.pins, bond.config, bond.repaired); !back)
        return back;
    forget_killed_trace(bond.pins);
    return {};
}

} // namespace

result<live_bond> open_live_bond(const context& where, const place& here, std::string_view name, bool pending) {
    auto owned = own_bond(where, here, name);
    if (!owned)
        return owned.failure();
    if (!pending)
        if (auto nothing = check_nothing_pending(owned->pins); !nothing)
            return nothing.failure();
    auto map = open_config(owned->pins);
    if (!map)
        return map.failure();
    auto config = read_config(map->get(), name);
    if (!config)
        return config.failure();
    if (config->state != XDPBOND_STATE_READY)
        return error{
            exit_code::busy,
            text(name, ": an earlier up or down did not finish; run it again, or `xdpbond-load down ", name, "`")};
    live_bond bond{owned->pins, std::move(owned->lock), *std::move(map), *config};
    if (auto ended = end_killed_trace(where, here, bond); !ended)
        return ended.failure();
    if (auto cleared = clear_unfinished_slaves(where, here, bond); !cleared)
        return cleared.failure();
    auto finished = finish_address(here, bond.config_map.get(), bond.config, bond.repaired, where.dry_run);
    if (!finished)
        return finished.failure();
    return bond;
}

} // namespace xdpbond::control
