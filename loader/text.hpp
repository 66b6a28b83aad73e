// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Small pieces of text that several commands print.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xdpbond::loader {

// A fixed-size field of the ABI, which ends at its first NUL or at its size.
std::string_view text_of(std::span<const char> field);

// "02:00:00:00:00:01"
std::string mac_text(std::span<const std::uint8_t, 6> address);

// Nanoseconds since 1970 as "2026-12-01T02:03:04.567890Z".
std::string time_text(std::uint64_t ns);

// {"a", "b", "c"} → "a, b, c"
std::string join(std::span<const std::string> words);

// The word for a reason: "link_local". "" for XDPBOND_REASON_SENT and numbers without a meaning.
std::string_view reason_name(unsigned reason);

// "native" or "generic".
std::string_view attach_name(unsigned attach);

// Whether an option is xdpbond's own, unknown to the kernel's bonding.
bool is_own_option(std::string_view option);

// Our own options that differ from their defaults: "control_frames=none statistics=off"; "" where none does.
std::string own_options_text(const xdpbond_options& options);

} // namespace xdpbond::loader
