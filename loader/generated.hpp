// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A request → the BPF C text of its program. Pure.

#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <span>
#include <string>

namespace xdpbond::loader {

// An empty name stands for "bond"; no slaves at all for as many as a bond can have. `changed` as for validate().
// Error: usage, where the options make no sense or the name can be none in C.
control::result<std::string> generated(const control::up_request& request, std::span<const std::string> changed);

} // namespace xdpbond::loader
