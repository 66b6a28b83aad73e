// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Values of a TOML table as the words that the command line would have.

#include "mistake.hpp"
#include "toml.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xdpbond::loader {

// A mistake at a place of the file.
void add(mistakes& found, const toml::source_region& at, std::string reason);

// "a string", "an array", ...
std::string_view kind_of(const toml::node& value);

// A key with underscores where it has hyphens: options of the command line are spelled with these.
std::string key_of(const toml::key& key);

// A number, a boolean (on, off) or a string as the word for an option's value; nullopt: it is none of these, which is
// noted.
std::optional<std::string> word_of(std::string_view key, const toml::node& value, mistakes& found);

// A string; nullopt: it is none, which is noted with `expected`, as "a string, the name of ...".
std::optional<std::string> string_of(std::string_view key, const toml::node& value, std::string_view expected,
                                     mistakes& found);

// Notes that a key is none of those that may stand there.
void refuse_key(const toml::key& key, std::string_view where, std::span<const std::string_view> known, mistakes& found);

} // namespace xdpbond::loader
