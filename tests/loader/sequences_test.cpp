// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The slaves that successive frames took on a real kernel bond: the same from a plan with the case's slaves and links.

#include "explainer.hpp"
#include "made_up_bond.hpp"
#include "support/sequence_words.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

using namespace xdpbond::test;
using xdpbond::loader::explainer;
using xdpbond::loader::slave_answer;

namespace {

// The bond that a case tells of, without the in-band check: the table holds what the kernel's own monitoring knew.
made_up_bond bond_of(std::string_view words) {
    made_up_bond bond(number_after(words, "slaves=").value(), mode_of(words));
    bond.config.options.hash = XDPBOND_HASH_LAYER3_4;
    bond.config.options.carrier_check = 0;
    bond.config.options.packets_per_slave = static_cast<__u16>(number_after(words, "packets_per_slave=").value_or(1));
    const auto take_carrier = [&](unsigned slave) { bond.links.at(slave).carrier = false; };
    if (has(words, "without carrier") || has(words, "has carrier again")) {
        const auto at = words.substr(words.find("slaves=") + 8);
        take_carrier(number_after(words, has(at, "slave ") ? "slave " : "slaves ").value());
        if (has(words, " and "))
            take_carrier(number_after(words, " and ").value());
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
        for (std::size_t i = 0; i < known.slaves.size(); ++i) {
            const bytes& frame = frame_of(kernel, known.name, i);
            const auto answer = explain.explain(frame, frame.size());
            REQUIRE(answer.slave.which == slave_answer::kind::one);
            answered += static_cast<char>('0' + half.slave[answer.slave.place].ifindex - 11);
            chosen += program_choice(bond.config.options, half, frame, counter);
        }
        CHECK(answered == known.slaves);
        CHECK(chosen == known.slaves);
        ++compared;
    }
    CHECK(compared == 75);
}
