// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What the running kernel offers.

#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

struct kernel_features {
    bool rdonly_cast = false; // bpf_rdonly_cast, for xdpbond_about.have_cast (6.2 and later)
};

// From the kernel's own BTF. Without BTF: unsupported.
result<kernel_features> read_kernel_features();

} // namespace xdpbond::control
