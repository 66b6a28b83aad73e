// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Bonds as metrics for Prometheus. Pure.

#include <xdpbond/control/state.hpp>

#include <span>
#include <string>

namespace xdpbond::loader {

// Always in the same order: by metric, then bond, then slave in enslave order.
std::string prometheus_text(std::span<const control::bond_state> bonds);

} // namespace xdpbond::loader
