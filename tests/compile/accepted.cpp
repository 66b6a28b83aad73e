// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The other side of refused.cpp: compositions next to those that must compile, without a warning.

#include <xdpbond/xdpbond.hpp>

using namespace xdpbond;

constexpr bond uplink{.name = "uplink", .mode = mode::balance_xor, .hash = hash::layer3_4, .slaves = 4};

// clang-format off

template struct xdpbond::program<"fifteen_letters", uplink>;
template struct xdpbond::program<"edge", bond{.name = "fifteen_letters", .slaves = 1}>;
template struct xdpbond::program<"edge", bond{.name = "a", .slaves = 64}>;
template struct xdpbond::program<"edge", bond{.name = "a", .slaves = 2, .packets_per_slave = 65535, .rr_slaves = rr_slaves::all}>;
template struct xdpbond::program<"edge", bond{.name = "a", .mode = mode::active_backup, .slaves = 2, .all_slaves_active = true}>;
template struct xdpbond::program<"edge", bond{.name = "a", .mode = mode::broadcast, .slaves = 2, .broadcast_frags = otherwise::pass}>;
template struct xdpbond::program<"edge", bond{.name = "a", .mode = mode::ieee8023ad, .hash = hash::vlan_srcmac, .slaves = 2, .hash_version = hash_version::v5_15, .tunable = true}>;
template struct xdpbond::program<"edge", when<is_multicast, uplink>, uplink>;
template struct xdpbond::program<"edge", when<is_multicast, when<!is_broadcast, pass>>, drop>;
template struct xdpbond::program<"edge", stage{.function = "police", .arguments = "-1, LIMIT, 0x10", .header = "<net/police.h>"}, ingress<uplink>, transmit<uplink>>;
template struct xdpbond::program<"edge", stage{.function = "police"}(1, 2U), forward<uplink>>;
template struct xdpbond::program<"edge", when<from_peer<uplink>, transmit<uplink>>, when<!from_peer<uplink>, drop>, to_peer<uplink>>;
