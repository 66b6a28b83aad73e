// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Broken on purpose: lets a slave's port go while frames are still sent to it.

#include "take_out.hpp"

#include "slave_entry.hpp"
#include "table_plan.hpp"

namespace xdpbond::control {

result<void> take_out(const place& here, live_bond& bond, std::uint32_t index, report& done, bool& unpublished) {
    unpublished = true;
    if (auto gone = let_go(here, bond, index, done, false); !gone)
        return gone;
    auto published = publish_plan(here, bond.pins, bond.config);
    return published ? result<void>() : published.failure();
}

} // namespace xdpbond::control
