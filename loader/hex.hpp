// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Frames as hexadecimal text. Pure.

#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace xdpbond::loader {

// Two digits a byte; spaces, line breaks, ':', '-', '.', ',' and '_' may stand between bytes, "0x" in front.
// "" is an empty frame. Error: usage.
control::result<std::vector<std::uint8_t>> parse_hex(std::string_view text);

} // namespace xdpbond::loader
