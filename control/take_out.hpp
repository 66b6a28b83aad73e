// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The order in which a slave leaves a live bond.

#include "live_bond.hpp"

#include <cstdint>

namespace xdpbond::control {

// Takes out a slave that is marked as leaving: first of all no frame is sent to it any more, then its port is let go.
// `unpublished`: set as soon as the table is in force without it.
result<void> take_out(const place& here, live_bond& bond, std::uint32_t index, report& done, bool& unpublished);

} // namespace xdpbond::control
