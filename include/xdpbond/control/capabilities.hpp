// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Whether this thread may do what a bond needs.

#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

// Whether the calling thread has capability `number` (linux/capability.h) in effect.
bool has_capability(int number);

// Success with CAP_BPF, CAP_NET_ADMIN and CAP_PERFMON; otherwise an error (privilege) that names what is missing.
// CAP_SYS_ADMIN stands for the first and the last, as it does in the kernel.
result<void> may_manage_bonds();

} // namespace xdpbond::control
