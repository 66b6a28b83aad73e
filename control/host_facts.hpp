// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Whether the host itself talks through an interface: its IP addresses and default routes.

#include <xdpbond/control/facts.hpp>

struct nl_sock;

namespace xdpbond::control {

// Fills in addresses (link-local IPv6 left out). Negative: libnl's error number.
int read_addresses(nl_sock* socket, link_facts& facts);

// Fills in default_route: in any routing table, IPv4 or IPv6, also as one of several next hops.
int read_default_route(nl_sock* socket, link_facts& facts);

// Fills in carries: the first such device in this network namespace.
int read_stacked(nl_sock* socket, link_facts& facts);

} // namespace xdpbond::control
