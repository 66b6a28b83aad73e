// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What the numbers were measured on. Says nothing about whose machine it is.

#include <string>

namespace xdpbond::bench {

struct machine {
    std::string kernel; // release, "6.12.0-1-amd64"
    std::string arch;   // "x86_64"
    std::string cpu;    // model name, "" where the kernel gives none
    unsigned cpus = 0;  // online
    std::string jit;    // "on", "on, hardened", "off"; "unknown" where the kernel does not say
};

// To be asked in the first network namespace: the JIT's settings are not visible in others.
machine describe_machine();

} // namespace xdpbond::bench
