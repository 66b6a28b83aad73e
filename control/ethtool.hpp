// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What only ethtool's ioctl tells about an interface.

#include <xdpbond/control/facts.hpp>

#include <cstdint>
#include <string>

namespace xdpbond::control {

// Fills in speed, full_duplex and the permanent address; leaves each as it is where the driver does not say.
void read_ethtool(link_facts& facts);

// The name of an interface's driver; "" where it does not say.
std::string read_driver(const std::string& name);

// The queues in use; 0: the driver does not say.
struct queue_counts {
    std::uint32_t rx = 0;
    std::uint32_t tx = 0;
};
queue_counts read_queues(const std::string& name);

} // namespace xdpbond::control
