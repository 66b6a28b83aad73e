// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/slots.hpp>

#include <algorithm>

namespace xdpbond::control {

std::uint32_t choose_slot(const slot_table& in_use, std::uint32_t ifindex, std::uint32_t wish) {
    if (wish < in_use.size() && (in_use[wish] == 0 || in_use[wish] == ifindex))
        return wish;
    auto mine = std::find(in_use.begin(), in_use.end(), ifindex);
    auto slot = mine != in_use.end() ? mine : std::find(in_use.begin(), in_use.end(), 0u);
    return static_cast<std::uint32_t>(slot - in_use.begin());
}

} // namespace xdpbond::control
