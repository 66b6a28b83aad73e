// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The slaves that successive frames took on a real kernel bond (tests/data/kernel-oracle.json): the same when the
// case's events are played to the monitor and frames are sent by the table that it wants.

#include "watched_bond.hpp"

#include "loader/made_up_bond.hpp"
#include "support/sequence_words.hpp"

#include <xdpbond/control/monitor_table.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace xdpbond::test;
using namespace xdpbond::control;

namespace {

// Carrier is taken away 0.6 s before the frames, by a monitor that no event helps.
constexpr unsigned settle = 600;

// What has happened to the bond of a case until its frames were sent.
watched_bond play(std::string_view words) {
    watched_bond bond(number_after(words, "slaves=").value(), mode_of(words));
    bond.look();
    const auto events = words.substr(words.find("slaves=") + 8);
    const unsigned which = number_after(events, has(events, "slaves ") ? "slaves " : "slave ").value_or(0);
    const auto lose = [&](unsigned slave) {
        bond.cut(slave);
        bond.wait(settle);
    };
    const auto regain = [&](unsigned slave) {
        bond.mend(slave);
        bond.wait(settle);
    };
    if (has(words, "downdelay 20 s"))
        bond.options.downdelay = 200;
    if (has(words, "updelay 20 s"))
        bond.options.updelay = 200;
    if (has(words, "left the bond and joined again")) {
        bond.remove(0);
        bond.look();
        bond.add(0);
        bond.wait(settle);
    } else if (has(words, "primary")) { // each of these follows on the one before
        lose(0);
        regain(0);
        if (!has(words, "no primary"))
            bond.options.primary = "s2";
        bond.look();
        if (has(words, "without carrier") || has(words, "2 back"))
            lose(2);
        if (has(words, "2 back"))
            regain(2);
    } else if (has(words, "without carrier") || has(words, " back") || has(words, "has carrier again")) {
        lose(which);
        if (has(events, " and "))
            lose(number_after(events, " and ").value());
        if (!has(words, "without carrier"))
            regain(which);
    }
    bond.wait(settle);
    return bond;
}

// The table of that bond, without the in-band check, as the kernel has none.
struct table {
    made_up_bond bond;
    xdpbond_half half;

    table(const watched_bond& watched, std::string_view words)
        : bond(static_cast<unsigned>(watched.slaves.size()), watched.options.mode) {
        bond.config.options.hash = XDPBOND_HASH_LAYER3_4;
        bond.config.options.carrier_check = 0;
        bond.config.options.packets_per_slave =
            static_cast<__u16>(number_after(words, "packets_per_slave=").value_or(1));
        for (std::size_t i = 0; i < watched.slaves.size(); ++i) {
            put(bond.config.slave[i].name, watched.slaves[i].name);
            bond.config.slave[i].ifindex = bond.links[i].ifindex = watched.slaves[i].ifindex;
            bond.links[i].carrier = watched.slaves[i].carrier;
        }
        half = plan_half(bond.config, bond.links, bond.peer, watched.plan);
    }
};

} // namespace

TEST_CASE("75 sequences of slaves come out as the kernel's by the monitor's table") {
    const oracle kernel = read_oracle();
    unsigned compared = 0;
    for (const auto& known : kernel.sequences) {
        CAPTURE(known.name);
        const auto watched = play(known.name);
        const table sending(watched, known.name);
        std::string sent;
        if (watched.options.mode == XDPBOND_MODE_BROADCAST)
            for (unsigned frame = 0; frame < known.slaves.size() / watched.slaves.size(); ++frame)
                sent += watched.senders();
        std::uint32_t counter = 0;
        while (sent.size() < known.slaves.size())
            sent += program_choice(sending.bond.config.options, sending.half, frame_of(kernel, known.name, sent.size()),
                                   counter);
        CHECK(sent == known.slaves);
        ++compared;
    }
    CHECK(compared == 75);
}

TEST_CASE("xor with updelay 20 s and one slave usable stays on it until the delay ends") {
    watched_bond bond(2, XDPBOND_MODE_BALANCE_XOR);
    bond.look();
    bond.lose(1);
    REQUIRE(set_updelay(bond.options, 20000));
    bond.regain(1);
    bond.wait(20000);
    CHECK(bond.senders() == "0");
    bond.wait(100);
    CHECK(bond.senders() == "01");
}
