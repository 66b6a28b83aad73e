// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "live_bond.hpp"
#include "live_change.hpp"
#include "sentence.hpp"
#include "slave_entry.hpp"
#include "table_plan.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/slave_setting.hpp>

namespace xdpbond::control {

namespace {

bool is_standby(const xdpbond_config_slave& slave) {
    return slave.flags & XDPBOND_SLAVE_STANDBY;
}

} // namespace

result<report> set_slave(const context& where, const slave_request& request) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto bond = open_live_bond(where, *here, request.bond);
    if (!bond)
        return bond.failure();
    auto index = find_slave(*here, bond->config, request.slave);
    if (!index)
        return index.failure();
    xdpbond_config next = bond->config;
    if (auto assigned = assign_slave(next.slave[*index], next.options, request.settings); !assigned)
        return assigned.failure();

    const auto half = plan_now(*here, bond->pins, next);
    if (!half)
        return half.failure();
    const bool drains = is_standby(next.slave[*index]) && !is_standby(bond->config.slave[*index]);
    if (drains && !half->preferred && !request.force)
        return error{exit_code::busy,
                     text(request.slave, ": is the last slave of ", request.bond,
                          " that can send; bring another one in first, or drain it all the same with --force")};
    if (where.dry_run) {
        report steps = bond->repaired;
        steps.push_back(text("publish ", half->slaves, " slaves, ", half->usable, " of them usable"));
        return steps;
    }
    return change_live_bond(where, *here, *bond, next, nullptr);
}

} // namespace xdpbond::control
