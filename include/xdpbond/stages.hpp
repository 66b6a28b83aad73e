// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The stages and conditions that come with the library; what each does stands in bpf/stages.bpf.h.

#include <xdpbond/step.hpp>

namespace xdpbond {

inline constexpr stage pass_control_frames{.function = "xdpbond_pass_control_frames"};
inline constexpr stage pass{.function = "xdpbond_pass_all", .terminal = true};
inline constexpr stage drop{.function = "xdpbond_drop_all", .terminal = true};

inline constexpr condition is_multicast{.function = "xdpbond_is_multicast"};
inline constexpr condition is_broadcast{.function = "xdpbond_is_broadcast"};

} // namespace xdpbond
