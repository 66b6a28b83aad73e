// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a port's driver says it can do with XDP at this moment.

#include <cstdint>

namespace xdpbond::control {

enum class answer { no, yes, unknown };

// Whether frames that a native program redirects to this port are sent. Drivers say so once their own program or, for
// a veth, GRO or a native program at its far end is there; else such frames vanish. Unknown before 6.3.
answer takes_redirected_frames(std::uint32_t ifindex);

} // namespace xdpbond::control
