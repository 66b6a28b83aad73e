// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "carrier_back.hpp"

#include <chrono>
#include <thread>

namespace xdpbond::control {

bool carrier_returns(const links& net, const link_facts& before) {
    using namespace std::chrono_literals;
    const auto deadline = std::chrono::steady_clock::now() + 30s;
    for (;; std::this_thread::sleep_for(10ms)) {
        auto now = net.by_index(before.ifindex);
        if (!before.carrier || !now || now->carrier)
            return true;
        if (std::chrono::steady_clock::now() > deadline)
            return false;
    }
}

} // namespace xdpbond::control
