// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "live_bond.hpp"
#include "mac.hpp"
#include "sentence.hpp"
#include "slave_entry.hpp"
#include "table_plan.hpp"
#include "take_out.hpp"
#include "undo.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>

namespace xdpbond::control {

result<report> del_slave(const context& where, const slave_request& request) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto bond = open_live_bond(where, *here, request.bond);
    if (!bond)
        return bond.failure();
    report done = bond->repaired;
    auto index = find_slave(*here, bond->config, request.slave);
    if (!index) {
        // An interrupted del of this very slave, finished just now, is what was asked for.
        if (std::ranges::find(bond->deleted, request.slave) != bond->deleted.end())
            return done;
        return index.failure();
    }

    const xdpbond_config before = bond->config;
    forget_wishes(bond->config, name_of(bond->config.slave[*index].name), done);
    bond->config.slave[*index].flags |= XDPBOND_SLAVE_LEAVING;
    auto half = plan_now(*here, bond->pins, bond->config);
    if (!half)
        return half.failure();
    if (!half->preferred)
        done.push_back(text("warning: ", request.bond, " has no slave left that can send: its frames are ",
                            bond->config.options.no_slave == XDPBOND_OTHERWISE_PASS ? "passed up" : "dropped",
                            " (option no_slave)"));
    const mac_address address = mac_of(before.address);
    if (before.slaves > 1 && !is_zero(address) && address == mac_of(before.slave[*index].perm_hwaddr))
        done.push_back(text("warning: ", request.bond, " keeps the MAC address ", mac_text(address), ", which is ",
                            request.slave, "'s own; give one of them another before ", request.slave,
                            " is used in the same network"));
    if (where.dry_run) {
        done.push_back(text("publish ", before.slaves - 1, " slaves"));
        static_cast<void>(let_go(*here, *bond, *index, done, true));
        return done;
    }
    if (auto armed = arm_undo(where, bond->pins, &before); !armed)
        return armed.failure();
    if (auto written = write_config(bond->config_map.get(), bond->config); !written)
        return written.failure();
    bool unpublished = false;
    auto gone = take_out(*here, *bond, *index, done, unpublished);
    if (gone) {
        start_countdown(where, bond->pins);
        return done;
    }
    if (!unpublished) {
        disarm_undo(bond->pins);
        static_cast<void>(write_config(bond->config_map.get(), before));
        return gone.failure();
    }
    error failure = gone.failure();
    failure.message +=
        text("; ", request.slave, " sends nothing any more but is not out of ", request.bond,
             " yet: delete it again with `xdpbond-load slave del ", request.bond, " ", request.slave, "`");
    return failure;
}

} // namespace xdpbond::control
