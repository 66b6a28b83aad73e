// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// One [bond.NAME] of a configuration file.

#include "configuration.hpp"
#include "toml.hpp"

#include <string_view>

namespace xdpbond::loader {

// What is around the table.
struct bond_surroundings {
    std::filesystem::path folder; // of the file
    bool down_on_stop = false;    // what the file says for all bonds
    // A statement of this bond could not be read: what the rest lacks, or does not fit, may have been in it.
    bool incomplete = false;
};

configured_bond read_bond(std::string_view name, const toml::table& table, const bond_surroundings& around,
                          mistakes& found, mistakes& notes);

// keep or down; nullopt: neither, which is noted.
std::optional<bool> read_on_stop(const toml::node& value, mistakes& found);

} // namespace xdpbond::loader
