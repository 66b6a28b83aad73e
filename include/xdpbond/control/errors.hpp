// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// <bond>_errors: frames that a bond's program has sent and the kernel then lost.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <vector>

namespace xdpbond::control {

// Starts to count for a bond whose maps are pinned; call it in the bond's network namespace. Programs at the kernel's
// XDP tracepoints do it, held by pins of their own, and no process. Where it fails nothing is left behind, and the bond
// works without. (The copies of a broadcast that the kernel does not make, the bond's program counts by itself.)
result<void> start_counting_errors(const bond_pins& pins);

// Whether it was started for that bond.
bool counts_errors(const bond_pins& pins);

struct error_count {
    std::uint32_t slot = 0;  // XDPBOND_SLOT_NONE: of a broadcast, and nobody told which slave
    std::uint32_t error = 0; // errno; 0: the driver took no more frames and said no more
    std::uint64_t packets = 0;
};

// All entries, added up over the CPUs, ordered by slot and errno. `map`: descriptor of <bond>_errors.
result<std::vector<error_count>> read_errors(int map);

// Removes a slot's entries: another slave has it from now on.
result<void> forget_errors(int map, std::uint32_t slot);

} // namespace xdpbond::control
