// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/xdpbond.hpp>

constexpr xdpbond::bond uplink{.name = "uplink", .mode = xdpbond::mode::active_backup, .slaves = 2};
constexpr xdpbond::stage drop_longer{.function = "drop_longer", .header = "length.h"};

using edge = xdpbond::program<"edge", drop_longer(LIMIT), uplink>;
