// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Ports of one bond with unequal MTUs: what `check`, `up` and every later change say of them.

#include "place.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/operations.hpp>

#include <span>
#include <string>
#include <vector>

namespace xdpbond::control {

// "mtu 9000 at eth1 and 1500 at eth0: …"; "" where all have the same.
std::string unequal_mtus(std::span<const link_facts> ports);

// The same as a warning.
void warn_of_mtus(std::span<const link_facts> ports, report& done);

// The ports of a live bond as they are now, those of forward's other side too; what is gone is left out.
std::vector<link_facts> ports_of(const place& here, const xdpbond_config& config);

} // namespace xdpbond::control
