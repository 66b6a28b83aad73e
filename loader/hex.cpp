// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "hex.hpp"

#include <string>

namespace xdpbond::loader {
namespace {

constexpr std::string_view separators = " \t\r\n:-.,_";

int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

} // namespace

control::result<std::vector<std::uint8_t>> parse_hex(std::string_view text) {
    const auto bad = [](std::size_t at, const std::string& what) {
        return control::error{control::exit_code::usage, what + " at character " + std::to_string(at + 1)};
    };
    std::vector<std::uint8_t> bytes;
    std::size_t at = text.starts_with("0x") || text.starts_with("0X") ? 2 : 0;
    while (at < text.size()) {
        if (separators.find(text[at]) != separators.npos) {
            ++at;
            continue;
        }
        if (digit(text[at]) < 0)
            return bad(at, "no hex digit");
        if (at + 1 == text.size() || digit(text[at + 1]) < 0)
            return bad(at, "half a byte");
        bytes.push_back(static_cast<std::uint8_t>(digit(text[at]) * 16 + digit(text[at + 1])));
        at += 2;
    }
    return bytes;
}

} // namespace xdpbond::loader
