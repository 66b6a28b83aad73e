// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/halves.hpp>

#include <atomic>

namespace xdpbond::control {

std::uint32_t idle_half(const xdpbond_table& table) {
    return (table.selector & 1) ^ 1;
}

void write_half(xdpbond_table& table, std::uint32_t half, const xdpbond_half& content) {
    table.half[half] = content;
}

void publish_half(xdpbond_table& table, std::uint32_t half) {
    std::atomic_ref<std::uint32_t> selector(table.selector);
    std::uint32_t now = selector.load(std::memory_order_relaxed);
    // It counts up, so that a reader in user space sees that it changed and changed back.
    selector.store(now + ((now ^ half) & 1), std::memory_order_release);
}

} // namespace xdpbond::control
