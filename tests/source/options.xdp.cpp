// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Every option that balance-rr takes, and one bond whose options the loader sets.

#include <xdpbond/xdpbond.hpp>

using namespace xdpbond;

constexpr bond turns{
    .name = "turns",
    .mode = mode::balance_rr,
    .slaves = 64,
    .packets_per_slave = 0,
    .control_frames = control_frames::link_local,
    .no_slave = otherwise::pass,
    .carrier_check = false,
    .statistics = false,
    .rr_slaves = rr_slaves::usable,
};
constexpr bond old_hash{
    .name = "old_hash",
    .mode = mode::ieee8023ad,
    .hash = hash::layer2_3,
    .slaves = 8,
    .hash_version = hash_version::v5_15,
    .tunable = true,
};

using options = program<"options", when<is_multicast, turns>, old_hash>;
