// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Broken on purpose: writes in place, into the half that programs are reading, and takes 100 microseconds for it, as a
// writer does who is interrupted.

#include <xdpbond/control/halves.hpp>

#include <chrono>
#include <cstddef>
#include <cstring>

namespace xdpbond::control {

std::uint32_t idle_half(const xdpbond_table& table) {
    return table.selector & 1;
}

void write_half(xdpbond_table& table, std::uint32_t half, const xdpbond_half& content) {
    constexpr std::size_t piece = 32;
    static_assert(sizeof content % piece == 0);
    auto* to = reinterpret_cast<std::byte*>(&table.half[half]);
    const auto* from = reinterpret_cast<const std::byte*>(&content);
    for (std::size_t at = 0; at < sizeof content; at += piece) {
        std::memcpy(to + at, from + at, piece);
        const auto next = std::chrono::steady_clock::now() + std::chrono::microseconds(1);
        while (std::chrono::steady_clock::now() < next) {
        }
    }
}

void publish_half(xdpbond_table&, std::uint32_t) {}

} // namespace xdpbond::control
