// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The largest MTU that an interface may be given at this moment.

#include <cstdint>

namespace xdpbond::control {

// Of an interface of the calling thread's network namespace; 0: no limit is known. XDP programs change it.
std::uint32_t read_max_mtu(std::uint32_t ifindex);

} // namespace xdpbond::control
