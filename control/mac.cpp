// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "mac.hpp"

#include <charconv>

namespace xdpbond::control {

std::optional<mac_address> parse_mac(std::string_view text) {
    mac_address address{};
    if (text.size() != 3 * address.size() - 1)
        return std::nullopt;
    for (std::size_t i = 0; i < address.size(); i++) {
        const char* byte = text.data() + 3 * i;
        const auto read = std::from_chars(byte, byte + 2, address[i], 16);
        if (read.ec != std::errc{} || read.ptr != byte + 2 || (i && byte[-1] != ':'))
            return std::nullopt;
    }
    if (address[0] & 1 || is_zero(address))
        return std::nullopt;
    return address;
}

std::string mac_text(const mac_address& address) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const auto byte : address) {
        if (!text.empty())
            text += ':';
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

} // namespace xdpbond::control
