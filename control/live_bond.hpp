// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A complete bond, locked and whole, before it is changed.

#include "place.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/operations.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::control {

struct live_bond {
    bond_pins pins;
    unique_fd lock;
    unique_fd config_map;
    xdpbond_config config{};
    report repaired{};                  // what interrupted commands had left, undone or finished
    std::vector<std::string> deleted{}; // the slaves whose `slave del` was finished so
};

// Takes the bond's lock, takes the program of a killed trace off its slaves, and clears slaves that an interrupted
// command left half in it. A bond that an interrupted `up` or `down` left: busy, and so is one whose last change waits
// for confirmation, unless `pending`. In a dry run nothing is cleared; `config` is as it would be.
result<live_bond> open_live_bond(const context& where, const place& here, std::string_view name, bool pending = false);

} // namespace xdpbond::control
