// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The bond of every built-in program, and the modes and policies that each of them is built for.

#include <xdpbond/xdpbond.hpp>

namespace xdpbond::builtin {

// Mode and policy are constants; all other options are the loader's to set.
template <mode Mode, option<hash> Hash = {}>
constexpr bond the_bond{.name = "bond", .mode = Mode, .hash = Hash, .slaves = XDPBOND_SLAVES_MAX, .tunable = true};

// All options are constants, the default ones: some instructions less per frame for those who change none.
template <mode Mode, option<hash> Hash = {}>
constexpr bond plain_bond{.name = "bond", .mode = Mode, .hash = Hash, .slaves = XDPBOND_SLAVES_MAX};

} // namespace xdpbond::builtin

// X(name, mode) or X(name, mode, policy)
#define XDPBOND_BUILTIN_BONDS(X)                                                                                       \
    X(balance_rr, xdpbond::mode::balance_rr)                                                                           \
    X(active_backup, xdpbond::mode::active_backup)                                                                     \
    X(broadcast, xdpbond::mode::broadcast)                                                                             \
    X(balance_xor_layer2, xdpbond::mode::balance_xor, xdpbond::hash::layer2)                                           \
    X(balance_xor_layer2_3, xdpbond::mode::balance_xor, xdpbond::hash::layer2_3)                                       \
    X(balance_xor_layer3_4, xdpbond::mode::balance_xor, xdpbond::hash::layer3_4)                                       \
    X(balance_xor_encap2_3, xdpbond::mode::balance_xor, xdpbond::hash::encap2_3)                                       \
    X(balance_xor_encap3_4, xdpbond::mode::balance_xor, xdpbond::hash::encap3_4)                                       \
    X(balance_xor_vlan_srcmac, xdpbond::mode::balance_xor, xdpbond::hash::vlan_srcmac)                                 \
    X(ieee8023ad_layer2, xdpbond::mode::ieee8023ad, xdpbond::hash::layer2)                                             \
    X(ieee8023ad_layer2_3, xdpbond::mode::ieee8023ad, xdpbond::hash::layer2_3)                                         \
    X(ieee8023ad_layer3_4, xdpbond::mode::ieee8023ad, xdpbond::hash::layer3_4)                                         \
    X(ieee8023ad_encap2_3, xdpbond::mode::ieee8023ad, xdpbond::hash::encap2_3)                                         \
    X(ieee8023ad_encap3_4, xdpbond::mode::ieee8023ad, xdpbond::hash::encap3_4)                                         \
    X(ieee8023ad_vlan_srcmac, xdpbond::mode::ieee8023ad, xdpbond::hash::vlan_srcmac)
