// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// How much is tried: in an emulator everything takes long.

#include <cstdlib>
#include <string_view>

namespace xdpbond::test {

// XDPBOND_LONG=1: everything that a test can do.
inline bool long_run() {
    const char* given = std::getenv("XDPBOND_LONG");
    return given && std::string_view(given) == "1";
}

} // namespace xdpbond::test
