// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Broken on purpose: lets a slave's port go while frames are still sent to it, for as long as a NIC's reset takes.

#include "take_out.hpp"

#include "slave_entry.hpp"
#include "table_plan.hpp"

#include <chrono>
#include <thread>

namespace xdpbond::control {

result<void> take_out(const place& here, live_bond& bond, std::uint32_t index, report& done, bool& unpublished) {
    unpublished = true;
    if (auto gone = let_go(here, bond, index, done, false); !gone)
        return gone;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    auto published = publish_plan(here, bond.pins, bond.config);
    return published ? result<void>() : published.failure();
}

} // namespace xdpbond::control
