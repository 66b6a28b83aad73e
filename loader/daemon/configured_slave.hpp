// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The [bond.NAME.slave.IF] of one bond.

#include "configuration.hpp"
#include "toml.hpp"

#include <vector>

namespace xdpbond::loader {

struct slave_surroundings {
    bool mode_is_known = true; // else options that mean something in a mode only are taken
    bool incomplete = false;   // a statement of the bond could not be read
};

// `tables`: by slave. `bond`: all but the slaves' own options.
std::vector<configured_slave> read_slave_tables(const toml::table& tables, const control::up_request& bond,
                                                const slave_surroundings& around, mistakes& found);

} // namespace xdpbond::loader
