// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Sentences for errors and reports, and the exit code that goes with an errno.

#include <xdpbond/control/result.hpp>

#include <concepts>
#include <string>
#include <string_view>

namespace xdpbond::control {

inline void append(std::string& to, std::string_view part) {
    to += part;
}
inline void append(std::string& to, std::integral auto number) {
    to += std::to_string(number);
}

// The parts (text and numbers) one after the other.
template <class... Parts>
std::string text(const Parts&... parts) {
    std::string whole;
    (append(whole, parts), ...);
    return whole;
}

// privilege for EPERM and the like, no_such for ENOENT, busy for EBUSY, …; `failed` where nothing fits better.
exit_code code_of(int errnum);

// The words for an errno, or for one of libbpf's own numbers.
std::string words_of(int errnum);

// "<object>: <what>: <errno in words>" with the exit code of the errno.
error failed_with(int errnum, std::string_view object, std::string_view what);

} // namespace xdpbond::control
