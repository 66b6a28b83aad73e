// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a port's driver says it can do with XDP at this moment.

#include <cstdint>
#include <optional>

namespace xdpbond::control {

// linux/netdev.h (enum netdev_xdp_act), which distributions' headers before 6.3 do not have.
constexpr std::uint64_t xdp_basic = 1u << 0;       // native programs
constexpr std::uint64_t xdp_redirect = 1u << 1;    // from it to others
constexpr std::uint64_t xdp_ndo_xmit = 1u << 2;    // from others to it
constexpr std::uint64_t xdp_rx_sg = 1u << 5;       // native programs see frames in fragments
constexpr std::uint64_t xdp_ndo_xmit_sg = 1u << 6; // frames in fragments, from others to it

// The bits of an interface of this network namespace; none: the kernel does not tell (before 6.3).
std::optional<std::uint64_t> read_xdp_features(std::uint32_t ifindex);

enum class answer { no, yes, unknown };

// Whether frames that a native program redirects to this port are sent. Drivers say so once their own program or, for
// a veth, GRO or a native program at its far end is there; else such frames vanish. Unknown before 6.3.
answer takes_redirected_frames(std::uint32_t ifindex);

} // namespace xdpbond::control
