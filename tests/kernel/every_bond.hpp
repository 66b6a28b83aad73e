// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Every mode with every policy that it takes, by name.

#include <builtin_bond.hpp>

#include <array>

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

} // namespace xdpbond::test
