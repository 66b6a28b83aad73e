// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Options that change while the bond runs, also in the middle of a countdown.

#include "watched_bond.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::control;
using xdpbond::test::watched_bond;

namespace {

// s0 is up; s1 is "going back", 1000 ms of which 600 are left, or with `lost` "going down", the same.
watched_bond counting(bool lost) {
    watched_bond bond(2, XDPBOND_MODE_BALANCE_XOR);
    bond.options.updelay = bond.options.downdelay = 10;
    bond.look();
    bond.wait(3000);
    bond.lose(1);
    if (!lost) {
        bond.wait(2000);
        bond.regain(1);
    }
    bond.wait(400);
    REQUIRE(bond.of(1).delay_ms == 600);
    return bond;
}

} // namespace

TEST_CASE("a new delay counts from the next link that changes, not for one that counts down") {
    for (const bool lost : {false, true})
        for (const std::uint32_t polls : {0u, 3u, 100u}) {
            CAPTURE(lost);
            CAPTURE(polls);
            auto bond = counting(lost);
            bond.options.updelay = bond.options.downdelay = polls;
            bond.look();
            CHECK(bond.of(1).delay_ms == 600);
            bond.wait(600);
            CHECK(bond.link(1) == (lost ? "going down" : "going back"));
            bond.wait(100);
            CHECK(bond.link(1) == (lost ? "down" : "up"));
        }
}

TEST_CASE("another miimon polls at once, and what is left of a delay counts in its polls") {
    for (const bool lost : {false, true})
        for (const std::uint32_t miimon : {10u, 250u}) {
            CAPTURE(lost);
            CAPTURE(miimon);
            auto bond = counting(lost);
            CHECK(set_miimon(bond.options, miimon) != "");
            bond.look(); // a poll
            CHECK(bond.of(1).delay_ms == 5 * miimon);
            CHECK(bond.plan.next == bond.now + std::chrono::milliseconds(miimon));
            bond.wait(5 * miimon);
            CHECK(bond.link(1) == (lost ? "going down" : "going back"));
            bond.wait(miimon);
            CHECK(bond.link(1) == (lost ? "down" : "up"));
        }
}

TEST_CASE("miimon=0 stops the watching where it is; another miimon goes on") {
    for (const bool lost : {false, true}) {
        CAPTURE(lost);
        auto bond = counting(lost);
        set_miimon(bond.options, 0);
        bond.look();
        CHECK(bond.plan.next == moment::max());
        bond.wait(10000);
        bond.look();
        CHECK(bond.link(1) == (lost ? "going down" : "going back"));
        set_miimon(bond.options, 100);
        bond.look();
        bond.wait(600);
        CHECK(bond.link(1) == (lost ? "down" : "up"));
    }
}

TEST_CASE("links that are not watched are up, but balance modes do not send where carrier is seen to be lost") {
    watched_bond bond(2, XDPBOND_MODE_BALANCE_XOR);
    set_miimon(bond.options, 0);
    bond.slave(1).carrier = false;
    bond.look();
    CHECK(bond.link(1) == "up");
    CHECK(bond.senders() == "0");
    CHECK(bond.plan.next == moment::max());
    bond.lose(0);
    CHECK(bond.senders() == "");
    CHECK(bond.of(0).failures == 0);
    CHECK(bond.plan.carrier);  // nobody watches
    bond.slave(0).ifindex = 0; // that its interface vanished is seen all the same
    bond.look();
    CHECK(bond.link(0) == "down");
    bond.slave(0).ifindex = 99;
    bond.regain(0);
    CHECK(bond.link(0) == "up");
    CHECK(bond.senders() == "0");
}

TEST_CASE("active-backup without watching stays with its slave, carrier or not, as long as its interface is there") {
    watched_bond bond(2, XDPBOND_MODE_ACTIVE_BACKUP);
    set_miimon(bond.options, 0);
    bond.look();
    bond.lose(0);
    CHECK(bond.active() == "0");
    CHECK(bond.preference() == "01"); // where carrier is seen in band s1 stands in
    bond.slave(0).ifindex = 0;
    bond.look();
    CHECK(bond.active() == "1");
}

TEST_CASE("the mode changes on a live bond: chosen anew, links go on") {
    auto bond = counting(true);
    bond.options.mode = XDPBOND_MODE_ACTIVE_BACKUP;
    bond.options.primary = "s0";
    bond.look();
    CHECK(bond.active() == "0");
    CHECK(bond.of(1).delay_ms == 600);
    CHECK(choose_active(bond.memory, "s0", bond.now));
    bond.options.mode = XDPBOND_MODE_8023AD;
    bond.look();
    CHECK(bond.senders() == "0");
    CHECK(bond.plan.active_slave == "");
    bond.options.mode = XDPBOND_MODE_BROADCAST;
    bond.look();
    CHECK(bond.usable() == "0");
}

TEST_CASE("primary and primary_reselect mean nothing outside active-backup") {
    watched_bond bond(2, XDPBOND_MODE_BALANCE_RR);
    bond.look();
    bond.options.primary = "s1";
    bond.options.primary_reselect = reselect::failure;
    bond.slave(1).prio = 100;
    bond.look();
    CHECK(bond.active() == "0");
    bond.options.mode = XDPBOND_MODE_ACTIVE_BACKUP;
    bond.look();
    CHECK(bond.active() == "1");
}
