// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The built-in program tx: every frame that is no control frame leaves through the bond.

#include "builtin_bond.hpp"

#define XDPBOND_TX(name, ...)                                                                                          \
    using tx_##name = xdpbond::program<"tx", xdpbond::builtin::the_bond<__VA_ARGS__>>;                                 \
    using plain_tx_##name = xdpbond::program<"tx", xdpbond::builtin::plain_bond<__VA_ARGS__>>;

XDPBOND_BUILTIN_BONDS(XDPBOND_TX)
