// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The slaves that successive frames took on a real kernel bond: the same from a plan with the case's slaves and links.

#include "explainer.hpp"
#include "made_up_bond.hpp"
#include "support/oracle.hpp"

#include <xdpbond/bpf/hash.h>
#include <xdpbond/bpf/select.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

using namespace xdpbond::test;
using xdpbond::loader::explainer;
using xdpbond::loader::slave_answer;

namespace {

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
}

unsigned number_after(std::string_view text, std::string_view word, unsigned otherwise) {
    const auto at = text.find(word);
    return at == text.npos ? otherwise : static_cast<unsigned>(text[at + word.size()] - '0');
}

unsigned mode_of(std::string_view words) {
    const std::pair<const char*, unsigned> modes[] = {{"balance-rr", XDPBOND_MODE_BALANCE_RR},
                                                      {"balance-xor", XDPBOND_MODE_BALANCE_XOR},
                                                      {"active-backup", XDPBOND_MODE_ACTIVE_BACKUP},
                                                      {"802.3ad", XDPBOND_MODE_8023AD},
                                                      {"broadcast", XDPBOND_MODE_BROADCAST}};
    for (const auto& [word, mode] : modes)
        if (words.starts_with(word))
            return mode;
    FAIL("no mode in: ", words);
    return 0;
}

// The bond that a case tells of, without the in-band check: the table holds what the kernel's own monitoring knew.
made_up_bond bond_of(std::string_view words) {
    made_up_bond bond(number_after(words, "slaves=", 0), mode_of(words));
    bond.config.options.hash = XDPBOND_HASH_LAYER3_4;
    bond.config.options.carrier_check = 0;
    bond.config.options.packets_per_slave = static_cast<__u16>(number_after(words, "packets_per_slave=", 1));
    const auto take_carrier = [&](unsigned slave) { bond.links.at(slave).carrier = false; };
    if (has(words, "without carrier") || has(words, "has carrier again")) {
        const auto at = words.substr(words.find("slaves=") + 8);
        take_carrier(number_after(words, has(at, "slave ") ? "slave " : "slaves ", 0));
        if (has(words, " and "))
            take_carrier(number_after(words, " and ", 0));
    }
    if (has(words, "joined again")) {
        std::rotate(bond.config.slave, bond.config.slave + 1, bond.config.slave + bond.config.slaves);
        std::rotate(bond.links.begin(), bond.links.begin() + 1, bond.links.end());
    }
    // Without a primary the kernel stays on the slave that took over: active_slave says so here.
    if (has(words, "back (no primary)"))
        put(bond.config.active_slave, "s1");
    if (has(words, "primary s"))
        put(bond.config.primary, "s2");
    return bond;
}

std::vector<bytes> frames_of(const oracle& kernel, std::string_view words, std::size_t count) {
    const auto named = [&](std::string_view name) {
        const auto found = std::ranges::find(kernel.frames, name, &oracle_frame::name);
        REQUIRE(found != kernel.frames.end());
        return found->frame;
    };
    std::vector<bytes> frames;
    for (std::size_t i = 0; i < count; ++i)
        if (has(words, "frames: flows"))
            frames.push_back(named(kernel.flows[i % kernel.flows.size()]));
        else if (has(words, "IGMP") && !has(words, "after the IGMP"))
            frames.push_back(named("ipv4-igmp/0"));
        else
            frames.push_back(named("ipv4-tcp/0"));
    return frames;
}

// What our program would choose, as a digit.
char program_choice(const made_up_bond& bond, const bytes& frame, std::uint32_t& counter) {
    const auto half = bond.plan();
    const auto& options = bond.config.options;
    std::uint64_t key = xdpbond_hash(view(frame), options.hash, options.hash_version);
    if (options.mode == XDPBOND_MODE_BALANCE_RR)
        key = xdpbond_is_igmp(view(frame)) ? XDPBOND_KEY_ACTIVE : xdpbond_turn(++counter, options.packets_per_slave);
    const auto choice = xdpbond_choose(&half, options.mode, options.rr_slaves, key, XDPBOND_CARRIER_OFF);
    return choice.place == XDPBOND_NOWHERE ? '-' : static_cast<char>('0' + xdpbond_chosen(&choice)->ifindex - 11);
}

} // namespace

TEST_CASE("75 sequences of slaves come out as the kernel's, from the explainer and from the program's choice") {
    const oracle kernel = read_oracle();
    std::size_t compared = 0;
    for (const auto& known : kernel.sequences) {
        CAPTURE(known.name);
        const auto bond = bond_of(known.name);
        const auto half = bond.plan();
        if (bond.config.options.mode == XDPBOND_MODE_BROADCAST) {
            std::string order; // of each frame's copies
            for (unsigned i = 0; i < half.usable; ++i)
                order += static_cast<char>('0' + half.sender[i].ifindex - 11);
            CHECK(known.slaves == order + order + order);
            ++compared;
            continue;
        }
        explainer explain({.options = bond.config.options, .half = half, .names = {}, .peer = {}});
        std::string answered, chosen;
        std::uint32_t counter = 0;
        for (const auto& frame : frames_of(kernel, known.name, known.slaves.size())) {
            const auto answer = explain.explain(frame, frame.size());
            REQUIRE(answer.slave.which == slave_answer::kind::one);
            answered += static_cast<char>('0' + half.slave[answer.slave.place].ifindex - 11);
            chosen += program_choice(bond, frame, counter);
        }
        CHECK(answered == known.slaves);
        CHECK(chosen == known.slaves);
        ++compared;
    }
    CHECK(compared == 75);
}
