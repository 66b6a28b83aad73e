// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The stages and conditions that come with the library; what each does stands in bpf/stages.bpf.h.

#include <xdpbond/step.hpp>

namespace xdpbond {

constexpr function_text stages_header = "<xdpbond/bpf/stages.bpf.h>";

constexpr stage pass_control_frames{.function = "xdpbond_pass_control_frames", .header = stages_header};
constexpr stage pass{.function = "xdpbond_pass", .header = stages_header, .terminal = true};
constexpr stage drop{.function = "xdpbond_drop", .header = stages_header, .terminal = true};

constexpr condition is_multicast{.function = "xdpbond_is_multicast", .header = stages_header};
constexpr condition is_broadcast{.function = "xdpbond_is_broadcast", .header = stages_header};

} // namespace xdpbond
