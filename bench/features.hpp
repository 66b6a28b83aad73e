// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a bond does for a frame besides choosing its slave: the columns of the report, each with all before it.

#include <xdpbond/bpf/abi.h>

#include <array>
#include <string_view>

namespace xdpbond::bench {

enum class features { choice, statistics, control, carrier };

constexpr std::array all_features{features::choice, features::statistics, features::control, features::carrier};

constexpr std::string_view feature_name(features upto) {
    constexpr std::array<std::string_view, all_features.size()> names{"choice", "statistics", "control", "carrier"};
    return names[static_cast<std::size_t>(upto)];
}

// The bond's name in bond.bpf.c.
constexpr std::string_view bond_name(features upto) { return feature_name(upto); }

// Sets the options that turn them on, and those after them off.
constexpr void select_features(xdpbond_options& options, features upto) {
    options.statistics = upto >= features::statistics;
    options.control_frames = upto >= features::control ? XDPBOND_CONTROL_DEFAULT : XDPBOND_CONTROL_NONE;
    options.carrier_check = upto >= features::carrier;
}

} // namespace xdpbond::bench
