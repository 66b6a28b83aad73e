// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "order_job.hpp"

#include "../objects.hpp"

#include <utility>

namespace xdpbond::loader {
namespace {

std::string words_of(const order& asked) {
    switch (asked.kind) {
    case order_kind::up:
        return "up";
    case order_kind::down:
        return "down";
    case order_kind::set:
        return "set";
    case order_kind::add_slave:
        return "slave add " + asked.slave.slave;
    case order_kind::del_slave:
        return "slave del " + asked.slave.slave;
    case order_kind::set_slave:
        return "slave set " + asked.slave.slave;
    case order_kind::confirm:
        return "confirm";
    case order_kind::revert:
        return "confirm --revert";
    }
    return "change";
}

} // namespace

job job_of(order asked, std::string cause, std::function<void(const job::answer&)> done) {
    job made{asked.bond, words_of(asked), std::move(cause), {}, {}, std::move(done)};
    if (!asked.dry_run)
        for (const auto* settings : {&asked.changes, &asked.slave.settings})
            for (const auto& [option, value] : *settings)
                made.set.push_back(option);
    if (asked.kind == order_kind::add_slave)
        made.port = asked.slave.slave;
    made.work = [asked = std::move(asked)](const control::context& where) {
        return carry_out(where, asked, builtin_objects());
    };
    return made;
}

} // namespace xdpbond::loader
