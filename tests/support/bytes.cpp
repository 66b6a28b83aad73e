// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bytes.hpp"

#include <charconv>
#include <stdexcept>

namespace xdpbond::test {

bytes from_hex(std::string_view text) {
    bytes frame(text.size() / 2);
    if (text.size() % 2 != 0)
        throw std::invalid_argument("hex: an odd number of digits");
    for (std::size_t i = 0; i < frame.size(); ++i) {
        const char* digits = text.data() + 2 * i;
        if (std::from_chars(digits, digits + 2, frame[i], 16).ptr != digits + 2)
            throw std::invalid_argument("hex: not a digit");
    }
    return frame;
}

std::string to_hex(const bytes& frame) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(frame.size() * 2);
    for (const std::uint8_t byte : frame) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

} // namespace xdpbond::test
