// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What the kernel's bonding answers for a frame. Pure.

#include "explainer.hpp"

#include <xdpbond/bpf/parse.h>

#include <functional>

namespace xdpbond::loader {

xdpbond_frame frame_of(std::span<const std::uint8_t> bytes);

bool has_hash(unsigned mode);

// A frame of which `bytes` may be the first part only, with something in place of the rest.
std::vector<std::uint8_t> filled(std::span<const std::uint8_t> bytes, std::size_t length, std::uint8_t rest);

std::uint32_t hash_of(std::span<const std::uint8_t> bytes, const xdpbond_options& options);

// What is asked about a whole frame: equal numbers, equal answers.
using frame_question = std::function<std::uint64_t(std::span<const std::uint8_t>)>;

// Whether the answer about a frame cut by a capture to `bytes` hangs on what was cut off. Tried, not proven: with
// several fillings, and each of the next bytes changed alone.
bool rest_matters(std::span<const std::uint8_t> bytes, std::size_t length, const frame_question& ask);

// The key of the next choice; raises balance-rr's counter where the frame takes a turn.
choice_key key_of(std::span<const std::uint8_t> bytes, std::uint32_t hash, const xdpbond_options& options,
                  std::uint32_t& counter);

// The port that a kernel bond with these slaves chooses; in broadcast its first. Not for random turns.
std::optional<xdpbond_port> kernel_choice(const xdpbond_half& half, unsigned mode, std::uint64_t key);

} // namespace xdpbond::loader
