// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "take_in.hpp"

#include "table_plan.hpp"

#include <xdpbond/control/config.hpp>

namespace xdpbond::control {

result<void> take_in(const place& here, live_bond& bond, const std::function<result<void>()>& attach, report& done) {
    if (auto attached = attach(); !attached)
        return attached;
    bond.config.slave[bond.config.slaves - 1].flags &= static_cast<__u16>(~XDPBOND_SLAVE_JOINING);
    auto published = publish_plan(here, bond.pins, bond.config);
    if (!published)
        return published.failure();
    done.push_back(*published);
    return write_config(bond.config_map.get(), bond.config);
}

} // namespace xdpbond::control
