// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What changed since the last call beside the links: who is a slave, and the options.

#include "monitor_step.hpp"

#include <span>

namespace xdpbond::control {

// Takes over what is new in options, slaves and what is seen of them, with the kernel's consequences for the choice of
// the active slave. Links that lost carrier without anybody looking are marked `flapped`.
void follow_changes(monitor_step& step, const monitor_options& options, std::span<const slave_facts> slaves);

} // namespace xdpbond::control
