// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "kernel_answer.hpp"

#include <xdpbond/bpf/hash.h>
#include <xdpbond/bpf/select.h>

#include <algorithm>

namespace xdpbond::loader {
namespace {

constexpr std::size_t frame_max = 65536; // no policy looks further

} // namespace

xdpbond_frame frame_of(std::span<const std::uint8_t> bytes) {
    return {bytes.data(), bytes.data() + bytes.size()};
}

bool has_hash(unsigned mode) {
    return mode == XDPBOND_MODE_BALANCE_XOR || mode == XDPBOND_MODE_8023AD;
}

std::vector<std::uint8_t> filled(std::span<const std::uint8_t> bytes, std::size_t length, std::uint8_t rest) {
    std::vector<std::uint8_t> frame(bytes.begin(), bytes.end());
    frame.resize(std::max(bytes.size(), std::min(length, frame_max)), rest);
    return frame;
}

std::uint32_t hash_of(std::span<const std::uint8_t> bytes, std::size_t length, const xdpbond_options& options,
                      bool& certain) {
    const auto hash = [&](std::span<const std::uint8_t> frame) {
        return xdpbond_hash(frame_of(frame), options.hash, options.hash_version);
    };
    const auto with_zeros = hash(filled(bytes, length, 0x00));
    certain = length <= bytes.size() || with_zeros == hash(filled(bytes, length, 0xff));
    return certain ? with_zeros : hash(bytes);
}

choice_key key_of(std::span<const std::uint8_t> bytes, std::uint32_t hash, const xdpbond_options& options,
                  std::uint32_t& counter) {
    if (has_hash(options.mode))
        return {hash};
    if (options.mode != XDPBOND_MODE_BALANCE_RR)
        return {};
    if (xdpbond_is_igmp(frame_of(bytes)))
        return {XDPBOND_KEY_ACTIVE};
    if (options.packets_per_slave == 0)
        return {0, true};
    return {xdpbond_turn(++counter, options.packets_per_slave)};
}

std::optional<xdpbond_port> kernel_choice(const xdpbond_half& half, unsigned mode, std::uint64_t key) {
    // The kernel leaves dead slaves out of its array; ours keeps the flows of the others where they are.
    xdpbond_half living = half;
    living.usable = 0;
    for (const auto& port : std::span(half.sender, half.usable))
        if (xdpbond_alive(&port, XDPBOND_CARRIER_ON))
            living.sender[living.usable++] = port;
    // Without LACP 802.3ad has one sender, and both know who comes next.
    const bool next_in_line = mode == XDPBOND_MODE_8023AD && living.usable == 0;
    const auto choice = xdpbond_choose(next_in_line ? &half : &living, mode, XDPBOND_RR_ALL, key, XDPBOND_CARRIER_ON);
    if (choice.reason == XDPBOND_REASON_NO_SLAVE)
        return std::nullopt;
    return *xdpbond_chosen(&choice);
}

} // namespace xdpbond::loader
