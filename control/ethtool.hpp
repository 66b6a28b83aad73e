// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What only ethtool's ioctl tells about an interface.

#include <xdpbond/control/facts.hpp>

namespace xdpbond::control {

// Fills in speed, full_duplex and the permanent address; leaves each as it is where the driver does not say.
void read_ethtool(link_facts& facts);

} // namespace xdpbond::control
