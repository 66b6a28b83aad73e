// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "known_case.hpp"

#include "support/sequence_words.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace xdpbond::test {
namespace {

std::vector<unsigned> dark_slaves(std::string_view words) {
    // "slave 1 without carrier", "primary slave 2 without carrier", "slave 1 has carrier again" (updelay still runs)
    if (!has(words, "without carrier") && !has(words, "has carrier again"))
        return {};
    std::vector<unsigned> dark;
    for (const auto word : {"slave ", "slaves ", " and "})
        if (const auto number = number_after(words, word))
            dark.push_back(*number);
    if (dark.empty())
        throw std::runtime_error("a sequence in which no slave is without carrier");
    return dark;
}

} // namespace

known_case read_case(const oracle& kernel, const oracle_sequence& sequence) {
    const std::string_view words = sequence.name;
    known_case result;
    result.options = control::default_options();
    result.options.carrier_check = 0;
    result.options.mode = static_cast<__u8>(mode_of(words));
    result.options.hash = has(words, "layer3+4") ? XDPBOND_HASH_LAYER3_4 : XDPBOND_HASH_LAYER2;
    result.options.packets_per_slave = static_cast<__u16>(number_after(words, "packets_per_slave=").value_or(1));
    for (unsigned slave = 0; slave < number_after(words, "slaves=").value(); ++slave)
        result.slaves.push_back(slave);
    if (has(words, "joined again (now last)"))
        std::rotate(result.slaves.begin(), result.slaves.begin() + 1, result.slaves.end());
    result.dark = dark_slaves(words);
    if (has(words, "back (no primary)"))
        result.active_slave = 1; // which has taken over before, and keeps it
    if (has(words, "primary set to slave 2") || has(words, "primary slave 2"))
        result.primary = 2;
    result.goes_on = has(words, "the same bond");

    // Broadcast: the digits are those of each frame's copies.
    const bool copies = result.options.mode == XDPBOND_MODE_BROADCAST;
    const std::size_t count = sequence.slaves.size() / (copies ? result.slaves.size() : 1);
    for (std::size_t i = 0; i < count; ++i)
        result.frames.push_back(frame_of(kernel, words, i));
    return result;
}

} // namespace xdpbond::test
