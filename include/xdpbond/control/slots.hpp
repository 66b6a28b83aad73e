// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Which key of <bond>_slaves a device gets.

#include <xdpbond/bpf/abi.h>

#include <array>
#include <cstdint>

namespace xdpbond::control {

// The ifindex that each key of <bond>_slaves stands for, in the map or in the published half; 0: free.
using slot_table = std::array<std::uint32_t, XDPBOND_SLOTS_MAX>;

constexpr std::uint32_t no_slot = XDPBOND_SLOTS_MAX;

// The slot for device `ifindex` that would like to have `wish`: `wish` where it is free or already this device's, else
// the lowest free one; no_slot where none is free. Never a slot that stands for another device: DEVMAP_HASH replaces an
// element by deleting it first, and frames in between would be lost.
std::uint32_t choose_slot(const slot_table& in_use, std::uint32_t ifindex, std::uint32_t wish);

} // namespace xdpbond::control
