// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The options of one slave: state and prio.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

// Sets options of a slave in its entry: state=active|standby, and in active-backup prio=N. Unknown or senseless: usage;
// those of the kernel's that need a daemon: unsupported. Pure.
result<void> assign_slave(xdpbond_config_slave& slave, const xdpbond_options& options, const assignments& settings);

} // namespace xdpbond::control
