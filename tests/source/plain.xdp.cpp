// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The shortest program: a bond.

#include <xdpbond/xdpbond.hpp>

constexpr xdpbond::bond uplink{
    .name = "uplink", .mode = xdpbond::mode::balance_xor, .hash = xdpbond::hash::layer3_4, .slaves = 4};

using plain = xdpbond::program<"plain", uplink>;
