// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The built-in programs' compiled objects, in the executable: nothing is compiled where they are used.

#include <cstddef>
#include <span>
#include <string_view>

namespace xdpbond::builtin {

// How an object has its options beside mode and policy.
enum class form {
    tunable, // from the loader
    plain,   // as constants, the default ones: quicker
};

// What an object was built for.
struct kind {
    form options;
    std::string_view program; // "tx", "forward"
    unsigned mode;            // enum xdpbond_mode
    unsigned hash;            // enum xdpbond_hash_policy; 0 where the mode has none
};

// Every object that there is.
std::span<const kind> kinds();

// The object's ELF bytes; empty where there is none. `hash` is ignored where the mode has none.
std::span<const std::byte> object(std::string_view program, unsigned mode, unsigned hash, form options = form::tunable);

} // namespace xdpbond::builtin
