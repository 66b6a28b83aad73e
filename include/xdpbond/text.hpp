// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Short text that can be part of a template argument: an array of characters, not a pointer to some.

#include <xdpbond/bpf/abi.h>

#include <cstddef>
#include <string_view>

namespace xdpbond {

// Holds up to Size - 1 characters and a final NUL; remembers when more were given, so that a check can say so.
template <std::size_t Size>
struct text {
    char chars[Size]{};
    std::size_t given = 0; // length as given

    constexpr text() = default;
    constexpr explicit text(std::string_view from) : given(from.size()) {
        for (std::size_t i = 0; i < from.size() && i < Size - 1; i++) {
            chars[i] = from[i];
        }
    }
    template <std::size_t N>
    constexpr text(const char (&literal)[N]) : text(std::string_view(literal, N - 1)) {}

    constexpr bool fits() const { return given < Size; }
    constexpr bool empty() const { return given == 0; }
    constexpr std::string_view view() const { return {chars, fits() ? given : Size - 1}; }
    constexpr bool operator==(const text&) const = default;
};

// A bond's or program's name: a C identifier of at most 15 characters.
using name = text<XDPBOND_NAME_SIZE>;

} // namespace xdpbond
