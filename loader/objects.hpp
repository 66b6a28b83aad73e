// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The built-in programs as the control plane asks for them.

#include <xdpbond/control/operations.hpp>

namespace xdpbond::loader {

control::object_provider builtin_objects();

// Those that can be told to trace, whatever the options.
control::object_provider tunable_objects();

} // namespace xdpbond::loader
