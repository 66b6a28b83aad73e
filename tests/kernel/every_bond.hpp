// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Every mode with every policy that it takes, by name.

#include <builtin_bond.hpp>

#include <array>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace xdpbond::test {

struct named_bond {
    const char* name;
    unsigned mode;
    unsigned hash;
};

#define XDPBOND_TEST_NAMED(name, ...)                                                                                  \
    named_bond{#name, options_of(builtin::the_bond<__VA_ARGS__>).mode, options_of(builtin::the_bond<__VA_ARGS__>).hash},

inline constexpr auto every_bond = std::to_array<named_bond>({XDPBOND_BUILTIN_BONDS(XDPBOND_TEST_NAMED)});

#undef XDPBOND_TEST_NAMED

// For what differs by mode, where each load takes long (in an emulator): with XDPBOND_BONDS=few each mode once.
inline std::vector<named_bond> bonds_to_try() {
    const char* which = std::getenv("XDPBOND_BONDS");
    const bool few = which && std::string_view(which) == "few";
    std::vector<named_bond> chosen;
    for (const named_bond& each : every_bond) {
        const bool hashes = each.mode == XDPBOND_MODE_BALANCE_XOR || each.mode == XDPBOND_MODE_8023AD;
        if (!few || !hashes || each.hash == XDPBOND_HASH_LAYER3_4)
            chosen.push_back(each);
    }
    return chosen;
}

} // namespace xdpbond::test
