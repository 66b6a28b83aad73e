// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A program composed of a stage of our own and a bond: frames from blocked senders are dropped, the rest leaves
// through two interfaces. edge.cpp runs it.

#include <xdpbond/xdpbond.hpp>

using namespace xdpbond;

constexpr bond uplink{.name = "uplink", .mode = mode::balance_xor, .hash = hash::layer3_4, .slaves = 2};
constexpr stage drop_blocked{.function = "drop_blocked", .header = "blocked.h"};

using edge = program<"edge", drop_blocked, uplink>;
