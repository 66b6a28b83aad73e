// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "order.hpp"

#include "waiter.hpp"

#include <utility>

namespace xdpbond::loader {
namespace {

std::string told(const slave_start& start) {
    std::string line = "slave " + start.slave + ":";
    for (const auto& [option, value] : start.settings)
        line += " " + option + "=" + value;
    return line;
}

// A bond without the settings its slaves were to have is not what was asked for: then there is none.
result<control::report> up(const control::context& where, const order& order, const control::object_provider& objects) {
    if (!order.slave_starts.empty() && order.confirm_within)
        return error{exit_code::usage, order.bond + ": settings of slaves and a change that undoes itself do not go "
                                                    "together; set the slaves once it is confirmed"};
    auto steps = control::up(where, order.up, objects);
    for (const auto& start : order.slave_starts) {
        if (!steps)
            return steps;
        if (where.dry_run) {
            steps->push_back(told(start));
            continue;
        }
        auto more = control::set_slave(where, {order.bond, start.slave, start.settings, true});
        if (!more) {
            const auto undone = control::down(where, order.bond);
            return undone ? more : error{more.failure().code, more.failure().message + "; " + undone.failure().message};
        }
        steps->insert(steps->end(), more->begin(), more->end());
    }
    return steps;
}

} // namespace

order order_up(control::up_request request) {
    order made{.kind = order_kind::up, .bond = request.name};
    made.up = std::move(request);
    return made;
}

order order_down(std::string bond) {
    return {.kind = order_kind::down, .bond = std::move(bond)};
}

order order_set(std::string bond, control::assignments changes) {
    order made{.kind = order_kind::set, .bond = std::move(bond)};
    made.changes = std::move(changes);
    return made;
}

order order_slave(order_kind kind, control::slave_request request) {
    order made{.kind = kind, .bond = request.bond};
    made.slave = std::move(request);
    return made;
}

order order_confirm(std::string bond, bool revert) {
    return {.kind = revert ? order_kind::revert : order_kind::confirm, .bond = std::move(bond)};
}

control::result<control::report> carry_out(const control::context& given, const order& order,
                                           const control::object_provider& objects) {
    auto where = given;
    where.dry_run = order.dry_run;
    where.confirm_within = order.confirm_within;
    if (order.confirm_within)
        where.start_waiter = waiter_for(where);
    switch (order.kind) {
    case order_kind::up:
        return up(where, order, objects);
    case order_kind::down:
        return control::down(where, order.bond);
    case order_kind::set:
        return control::set(where, order.bond, order.changes, objects);
    case order_kind::add_slave:
        return control::add_slave(where, order.slave, objects);
    case order_kind::del_slave:
        return control::del_slave(where, order.slave);
    case order_kind::set_slave:
        return control::set_slave(where, order.slave);
    case order_kind::confirm:
        return control::confirm(where, order.bond);
    case order_kind::revert:
        return control::revert(where, order.bond);
    }
    return error{exit_code::usage, order.bond + ": an order of a kind that does not exist"};
}

} // namespace xdpbond::loader
