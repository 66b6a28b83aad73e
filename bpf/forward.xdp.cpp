// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The built-in program forward: from the slaves to the interface on the other side, and from there to the bond.

#include "builtin_bond.hpp"

#define XDPBOND_FORWARD(name, ...)                                                                                     \
    using forward_##name = xdpbond::program<"forward", xdpbond::forward<xdpbond::builtin::the_bond<__VA_ARGS__>>>;     \
    using plain_forward_##name =                                                                                       \
        xdpbond::program<"forward", xdpbond::forward<xdpbond::builtin::plain_bond<__VA_ARGS__>>>;

XDPBOND_BUILTIN_BONDS(XDPBOND_FORWARD)
