// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The keys and devices of a DEVMAP_HASH. The kernel looks ifindexes up in the calling thread's network namespace.

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/result.hpp>
#include <xdpbond/control/slots.hpp>

#include <cstdint>
#include <span>

namespace xdpbond::control {

// The device of each slot as the map has it now; the kernel takes out those that are deleted.
slot_table devices_in(int map);

// Puts a device at a slot.
result<void> put_device(int map, std::uint32_t slot, std::uint32_t ifindex);

// Takes a slot out; success also where nothing is there.
result<void> remove_device(int map, std::uint32_t slot);

// A new map of just these devices, no entry more: a broadcast walks all entries that a map could have.
// Keys count from 0.
result<unique_fd> make_flood_set(std::span<const std::uint32_t> ifindexes);

// Whether such a map still holds them all.
bool has_devices(int flood_set, std::span<const std::uint32_t> ifindexes);

} // namespace xdpbond::control
