// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "take_out.hpp"

#include "slave_entry.hpp"
#include "table_plan.hpp"

namespace xdpbond::control {

result<void> take_out(const place& here, live_bond& bond, std::uint32_t index, report& done, bool& unpublished) {
    auto published = publish_plan(here, bond.pins, bond.config);
    if (!published)
        return published.failure();
    unpublished = true;
    done.push_back(*published);
    return let_go(here, bond, index, done, false);
}

} // namespace xdpbond::control
