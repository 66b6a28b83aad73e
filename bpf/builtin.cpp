// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "builtin.hpp"
#include "builtin_bond.hpp"
#include "builtin_skeletons.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace xdpbond::builtin {

namespace {

constexpr kind kind_of(std::string_view program, const bond& bond) {
    const xdpbond_options options = options_of(bond);
    return {bond.tunable ? form::tunable : form::plain, program, options.mode, options.hash};
}

using elf_bytes = const void* (*)(std::size_t* size);

#define XDPBOND_KIND(name, ...)                                                                                        \
    kind_of("tx", the_bond<__VA_ARGS__>), kind_of("tx", plain_bond<__VA_ARGS__>),                                      \
        kind_of("forward", the_bond<__VA_ARGS__>), kind_of("forward", plain_bond<__VA_ARGS__>),
constexpr kind all_kinds[] = {XDPBOND_BUILTIN_BONDS(XDPBOND_KIND)};

#define XDPBOND_BYTES(name, ...)                                                                                       \
    ::tx_##name::elf_bytes, ::plain_tx_##name::elf_bytes, ::forward_##name::elf_bytes,                                 \
        ::plain_forward_##name::elf_bytes,
constexpr elf_bytes all_bytes[] = {XDPBOND_BUILTIN_BONDS(XDPBOND_BYTES)};

static_assert(std::size(all_kinds) == std::size(all_bytes));

} // namespace

std::span<const kind> kinds() {
    return all_kinds;
}

std::span<const std::byte> object(std::string_view program, unsigned mode, unsigned hash, form options) {
    const unsigned policy = takes_hash(static_cast<xdpbond::mode>(mode)) ? hash : 0;
    const auto found = std::ranges::find_if(all_kinds, [&](const kind& each) {
        return each.options == options && each.program == program && each.mode == mode && each.hash == policy;
    });
    if (found == std::end(all_kinds)) {
        return {};
    }
    std::size_t size = 0;
    const void* bytes = all_bytes[found - std::begin(all_kinds)](&size);
    return {static_cast<const std::byte*>(bytes), size};
}

} // namespace xdpbond::builtin
