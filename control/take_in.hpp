// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The order in which a slave joins a live bond.

#include "live_bond.hpp"

#include <functional>

namespace xdpbond::control {

// Takes in the last slave of the bond's configuration, which is marked as joining: `attach` readies its port first,
// then it is published, and then it is a slave like the others.
result<void> take_in(const place& here, live_bond& bond, const std::function<result<void>()>& attach, report& done);

} // namespace xdpbond::control
