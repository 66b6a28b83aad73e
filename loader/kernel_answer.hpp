// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What the kernel's bonding answers for a frame. Pure.

#include "explainer.hpp"

#include <xdpbond/bpf/parse.h>

namespace xdpbond::loader {

xdpbond_frame frame_of(std::span<const std::uint8_t> bytes);

bool has_hash(unsigned mode);

// A frame of which `bytes` may be the first part only, with something in place of the rest.
std::vector<std::uint8_t> filled(std::span<const std::uint8_t> bytes, std::size_t length, std::uint8_t rest);

// The hash of a frame of which `bytes` may be the first part only. `certain`: no matter what the rest holds.
std::uint32_t hash_of(std::span<const std::uint8_t> bytes, std::size_t length, const xdpbond_options& options,
                      bool& certain);

// The key of the next choice; raises balance-rr's counter where the frame takes a turn.
choice_key key_of(std::span<const std::uint8_t> bytes, std::uint32_t hash, const xdpbond_options& options,
                  std::uint32_t& counter);

// The port that a kernel bond with these slaves chooses; in broadcast its first. Not for random turns.
std::optional<xdpbond_port> kernel_choice(const xdpbond_half& half, unsigned mode, std::uint64_t key);

} // namespace xdpbond::loader
