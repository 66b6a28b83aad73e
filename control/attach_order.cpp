// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "attach_order.hpp"

#include <algorithm>
#include <numeric>

namespace xdpbond::control {

std::vector<std::size_t> attach_order(std::span<const link_facts> ports) {
    std::vector<std::size_t> order(ports.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_partition(order, [ports](std::size_t port) { return !ports[port].carrier; });
    return order;
}

bool may_attach(std::span<const link_facts> ports, std::size_t port, const std::vector<bool>& back) {
    const auto order = attach_order(ports);
    if (!ports[port].carrier || order.back() != port)
        return true;
    return std::ranges::find(back, false) == back.end();
}

} // namespace xdpbond::control
