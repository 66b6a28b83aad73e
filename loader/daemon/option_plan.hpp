// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The options of a bond on their way to those that are wanted: what `set` has to be told. Pure.

#include "configuration.hpp"

#include <xdpbond/control/request.hpp>

namespace xdpbond::loader {

struct option_changes {
    // Before the mode changes: what means nothing in the new one goes back to its default.
    control::assignments before;
    control::assignments changes;
};

// `wanted`: with names of slaves as the bond has them, and only of such that it has. Of an object file's bond only the
// options in `changed` count; active_slave always only there.
option_changes plan_options(const control::bond_settings& now, const control::bond_settings& wanted,
                            const control::up_request& request);

} // namespace xdpbond::loader
