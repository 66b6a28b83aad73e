// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "known_case.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace xdpbond::test {
namespace {

class words {
public:
    explicit words(std::string_view text) : text_(text) {}

    bool has(std::string_view part) const { return text_.find(part) != text_.npos; }

    // The one-digit number behind a word.
    std::optional<unsigned> after(std::string_view word) const {
        const std::size_t at = text_.find(word);
        if (at == text_.npos || at + word.size() >= text_.size())
            return std::nullopt;
        const char digit = text_[at + word.size()];
        return digit < '0' || digit > '9' ? std::nullopt : std::optional(static_cast<unsigned>(digit - '0'));
    }

private:
    std::string_view text_;
};

__u8 mode_of(const words& text) {
    constexpr std::pair<std::string_view, xdpbond_mode> modes[] = {{"balance-rr", XDPBOND_MODE_BALANCE_RR},
                                                                   {"active-backup", XDPBOND_MODE_ACTIVE_BACKUP},
                                                                   {"balance-xor", XDPBOND_MODE_BALANCE_XOR},
                                                                   {"broadcast", XDPBOND_MODE_BROADCAST}};
    for (const auto& [name, mode] : modes)
        if (text.has(name))
            return mode;
    throw std::runtime_error("a sequence of an unknown mode");
}

std::vector<unsigned> dark_slaves(const words& text) {
    // "slave 1 without carrier", "primary slave 2 without carrier", "slave 1 has carrier again" (updelay still runs)
    if (!text.has("without carrier") && !text.has("has carrier again"))
        return {};
    std::vector<unsigned> dark;
    for (const auto word : {"slave ", "slaves ", " and "})
        if (const auto number = text.after(word))
            dark.push_back(*number);
    if (dark.empty())
        throw std::runtime_error("a sequence in which no slave is without carrier");
    return dark;
}

bytes frame_named(const oracle& kernel, const std::string& name) {
    for (const oracle_frame& each : kernel.frames)
        if (each.name == name)
            return each.frame;
    throw std::runtime_error("the oracle has no frame " + name);
}

std::vector<bytes> frames_of(const oracle& kernel, const words& text, std::size_t count) {
    std::vector<std::string> names{"ipv4-tcp/0"};
    if (text.has("frames: flows"))
        names = kernel.flows;
    else if (text.has(": IGMP") || text.has(", IGMP"))
        names = {"ipv4-igmp/0"};
    std::vector<bytes> frames;
    for (std::size_t i = 0; i < count; ++i)
        frames.push_back(frame_named(kernel, names[i % names.size()]));
    return frames;
}

} // namespace

known_case read_case(const oracle& kernel, const oracle_sequence& sequence) {
    const words text(sequence.name);
    known_case result;
    result.options = control::default_options();
    result.options.carrier_check = 0;
    result.options.mode = mode_of(text);
    result.options.hash = text.has("layer3+4") ? XDPBOND_HASH_LAYER3_4 : XDPBOND_HASH_LAYER2;
    result.options.packets_per_slave = static_cast<__u16>(text.after("packets_per_slave=").value_or(1));
    for (unsigned slave = 0; slave < text.after("slaves=").value(); ++slave)
        result.slaves.push_back(slave);
    if (text.has("joined again (now last)"))
        std::rotate(result.slaves.begin(), result.slaves.begin() + 1, result.slaves.end());
    result.dark = dark_slaves(text);
    if (text.has("back (no primary)"))
        result.active_slave = 1; // which has taken over before, and keeps it
    if (text.has("primary set to slave 2") || text.has("primary slave 2"))
        result.primary = 2;
    result.goes_on = text.has("the same bond");

    // Broadcast: the digits are those of each frame's copies.
    const bool copies = result.options.mode == XDPBOND_MODE_BROADCAST;
    result.frames = frames_of(kernel, text, sequence.slaves.size() / (copies ? result.slaves.size() : 1));
    return result;
}

} // namespace xdpbond::test
