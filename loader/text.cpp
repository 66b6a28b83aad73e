// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "text.hpp"

#include <xdpbond/control/options.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace xdpbond::loader {

std::string_view text_of(std::span<const char> field) {
    return {field.begin(), std::ranges::find(field, '\0')};
}

std::string mac_text(std::span<const std::uint8_t, 6> address) {
    return fmt::format("{:02x}", fmt::join(address, ":"));
}

std::string time_text(std::uint64_t ns) {
    const auto seconds = static_cast<std::time_t>(ns / 1'000'000'000);
    std::tm then{};
    ::gmtime_r(&seconds, &then);
    char text[32];
    const auto length = std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &then);
    return fmt::format("{}.{:06}Z", std::string_view(text, length), ns % 1'000'000'000 / 1000);
}

std::string join(std::span<const std::string> words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string_view reason_name(unsigned reason) {
    switch (reason) {
    case XDPBOND_REASON_LINK_LOCAL:
        return "link_local";
    case XDPBOND_REASON_NEIGHBOUR:
        return "neighbour";
    case XDPBOND_REASON_RUNT:
        return "runt";
    case XDPBOND_REASON_BACKUP:
        return "backup";
    case XDPBOND_REASON_NO_SLAVE:
        return "no_slave";
    case XDPBOND_REASON_BROADCAST_FRAGS:
        return "broadcast_frags";
    case XDPBOND_REASON_CARRIER:
        return "carrier";
    case XDPBOND_REASON_RETRY:
        return "retry";
    case XDPBOND_REASON_PEER:
        return "peer";
    default:
        return "";
    }
}

std::string_view attach_name(unsigned attach) {
    return attach == XDPBOND_ATTACH_GENERIC ? "generic" : "native";
}

bool is_own_option(std::string_view option) {
    constexpr std::string_view own[] = {"control_frames", "carrier_check", "no_slave", "broadcast_frags",
                                        "statistics",     "hash_version",  "rr_slaves"};
    return std::ranges::find(own, option) != std::end(own);
}

std::string own_options_text(const xdpbond_options& options) {
    const auto defaults = control::describe({});
    std::string text;
    for (const auto& pair : control::describe({.options = options}))
        if (is_own_option(pair.first) && std::ranges::find(defaults, pair) == defaults.end())
            text += (text.empty() ? "" : " ") + pair.first + "=" + pair.second;
    return text;
}

} // namespace xdpbond::loader
