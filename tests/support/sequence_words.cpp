// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "sequence_words.hpp"

#include <xdpbond/bpf/abi.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace xdpbond::test {

bool has(std::string_view words, std::string_view part) {
    return words.find(part) != words.npos;
}

std::optional<unsigned> number_after(std::string_view words, std::string_view word) {
    const std::size_t at = words.find(word);
    if (at == words.npos || at + word.size() >= words.size())
        return std::nullopt;
    const char digit = words[at + word.size()];
    return digit < '0' || digit > '9' ? std::nullopt : std::optional(static_cast<unsigned>(digit - '0'));
}

unsigned mode_of(std::string_view words) {
    constexpr std::pair<std::string_view, unsigned> modes[] = {{"balance-rr", XDPBOND_MODE_BALANCE_RR},
                                                               {"active-backup", XDPBOND_MODE_ACTIVE_BACKUP},
                                                               {"balance-xor", XDPBOND_MODE_BALANCE_XOR},
                                                               {"broadcast", XDPBOND_MODE_BROADCAST},
                                                               {"802.3ad", XDPBOND_MODE_8023AD}};
    for (const auto& [name, mode] : modes)
        if (words.starts_with(name))
            return mode;
    throw std::runtime_error("a sequence of an unknown mode: " + std::string(words));
}

const bytes& frame_of(const oracle& kernel, std::string_view words, std::size_t i) {
    const std::string name = has(words, "frames: flows") ? kernel.flows[i % kernel.flows.size()]
                             : has(words, "IGMP") && !has(words, "after the IGMP") ? "ipv4-igmp/0"
                                                                                   : "ipv4-tcp/0";
    const auto found = std::ranges::find(kernel.frames, name, &oracle_frame::name);
    if (found == kernel.frames.end())
        throw std::runtime_error("the oracle has no frame " + name);
    return found->frame;
}

} // namespace xdpbond::test
