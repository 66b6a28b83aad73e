// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// MAC addresses as values: read, written, compared. Pure.

#include <xdpbond/control/facts.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xdpbond::control {

// A field of the ABI as a value.
inline mac_address mac_of(std::span<const std::uint8_t, 6> field) {
    mac_address address;
    std::ranges::copy(field, address.begin());
    return address;
}

constexpr bool is_zero(const mac_address& address) {
    return address == mac_address{};
}

// "02:00:00:00:00:01": six bytes in hex of either case, one for an interface (neither a group's nor zero).
std::optional<mac_address> parse_mac(std::string_view text);

std::string mac_text(const mac_address& address);

} // namespace xdpbond::control
