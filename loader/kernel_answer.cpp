// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "kernel_answer.hpp"

#include <xdpbond/bpf/hash.h>
#include <xdpbond/bpf/select.h>

#include <algorithm>

namespace xdpbond::loader {
namespace {

constexpr std::size_t frame_max = 65536; // no policy looks further
constexpr std::size_t headers_max = 64;  // missing bytes that are tried one by one

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

std::uint32_t hash_of(std::span<const std::uint8_t> bytes, const xdpbond_options& options) {
    return xdpbond_hash(frame_of(bytes), options.hash, options.hash_version);
}

bool rest_matters(std::span<const std::uint8_t> bytes, std::size_t length, const frame_question& ask) {
    if (bytes.size() < XDPBOND_ETH_SIZE)
        return true;
    const auto known = ask(filled(bytes, length, 0x00));
    // 0x87 is a neighbour solicitation's type: what it takes beside it is one byte more.
    for (const std::uint8_t rest : {0x00, 0x87, 0xff}) {
        auto frame = filled(bytes, length, rest);
        if (ask(frame) != known)
            return true;
        for (auto at = bytes.size(); at < std::min(frame.size(), bytes.size() + headers_max); ++at)
            for (const std::uint8_t other : {0x01, 0x02, 0x3a, 0x45, 0x60, 0xff}) {
                frame[at] = other;
                const bool same = ask(frame) == known;
                frame[at] = rest;
                if (!same)
                    return true;
            }
    }
    return false;
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
