// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The bonds that explain works on: a made-up one with N slaves, or one that is there. Pure.

#include "explainer.hpp"

#include <xdpbond/control/request.hpp>
#include <xdpbond/control/state.hpp>

namespace xdpbond::loader {

// N slaves, all up, called by their numbers: "0", "1", ...; ifindexes are 1 more. In 802.3ad all are in the active
// aggregator.
explained_bond numbered_bond(const control::bond_settings& settings, unsigned slaves);

explained_bond bond_as_published(const control::bond_state& bond);

// The numbers 0..count-1 as text.
std::vector<std::string> numbered_names(unsigned count);

} // namespace xdpbond::loader
