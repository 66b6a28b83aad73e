// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The forwarding program taken apart, with a stage of our own for one direction.

#include <xdpbond/xdpbond.hpp>

using namespace xdpbond;

constexpr bond lan{.name = "lan", .mode = mode::balance_xor, .hash = hash::layer2_3, .slaves = 2};
constexpr stage drop_longer{.function = "drop_longer", .header = "length.h"};

using gateway = program<"gateway", ingress<lan>, when<from_peer<lan>, drop_longer(1000), transmit<lan>>, to_peer<lan>>;
