// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A program in a report's words.

#include "sentence.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/options.hpp>

#include <string>
#include <string_view>

namespace xdpbond::control {

// "balance-xor layer3+4"; the policy only where the mode has one.
inline std::string mode_words(const xdpbond_options& options) {
    const bool hashes = options.mode == XDPBOND_MODE_BALANCE_XOR || options.mode == XDPBOND_MODE_8023AD;
    return text(mode_name(options.mode), hashes ? text(" ", hash_name(options.hash)) : "");
}

// "load program tx for balance-xor layer3+4"
inline std::string load_words(std::string_view program, const xdpbond_options& options) {
    return text("load program ", program, " for ", mode_words(options));
}

} // namespace xdpbond::control
