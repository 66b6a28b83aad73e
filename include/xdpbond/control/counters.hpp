// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// <bond>_counters, added up.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

// The sum over all CPUs; `turn`, which is each CPU's own, is left 0.
result<xdpbond_counters> read_counters(int map);
result<xdpbond_counters> read_counters(const bond_pins& pins);

} // namespace xdpbond::control
