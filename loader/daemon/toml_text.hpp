// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A file's text as TOML, with every mistake of syntax in it: what is wrong is left out, and the rest is read all the
// same, so that one look shows what is to be corrected.

#include "mistake.hpp"
#include "toml.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace xdpbond::loader {

struct toml_text {
    toml::table content;
    std::vector<std::size_t> left_out; // first lines of statements that are not in `content`, ascending
};

// A statement that could be read but is there twice is left out as well. Junk of every kind is safe.
toml_text read_toml(std::string_view text, mistakes& found);

// Bytes of a file that is read at all.
inline constexpr std::size_t text_max = 1024 * 1024;

} // namespace xdpbond::loader
