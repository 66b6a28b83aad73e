// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A frame as a plain vector of bytes, and as hex.

#include <xdpbond/bpf/parse.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::test {

using bytes = std::vector<std::uint8_t>;

// Two hex digits a byte, nothing between them. Throws std::invalid_argument for anything else.
bytes from_hex(std::string_view text);
std::string to_hex(const bytes& frame);

// The frame as the library's headers take it; it borrows the bytes.
inline xdpbond_frame view(const bytes& frame) {
    return {frame.data(), frame.data() + frame.size()};
}

// The ethertype behind the MAC addresses; 0 where the frame ends before it.
inline unsigned ethertype(const bytes& frame) {
    return frame.size() < 14 ? 0u : frame[12] << 8u | frame[13];
}

inline bool has_tag(const bytes& frame) {
    return xdpbond_is_vlan(ethertype(frame));
}

} // namespace xdpbond::test
