// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Links that are lost and come back while nobody looks, and links that do it all the time.

#include "watched_bond.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace xdpbond::control;
using xdpbond::test::watched_bond;

namespace {

watched_bond settled(unsigned mode, std::uint32_t updelay = 0, std::uint32_t downdelay = 0) {
    watched_bond bond(2, mode);
    bond.options.updelay = updelay;
    bond.options.downdelay = downdelay;
    bond.look();
    bond.wait(2000);
    bond.forget();
    return bond;
}

auto switches(const watched_bond& bond) {
    return std::ranges::count(bond.told, happening::active, &monitor_event::what);
}

} // namespace

TEST_CASE("a flap between two polls is a failure: the bond fails over and stays there") {
    auto bond = settled(XDPBOND_MODE_ACTIVE_BACKUP);
    bond.wait(30);
    bond.cut(0);
    bond.mend(0);
    bond.wait(70);
    CHECK(bond.of(0).failures == 1);
    CHECK(bond.link(0) == "up");
    CHECK(bond.active() == "1");
    CHECK(bond.plan.failovers == 1);
    CHECK(bond.story() == "down s0 flapped; active s1 failover; up s0 carrier_back");
    bond.wait(1000);
    CHECK(bond.of(0).failures == 1);
}

TEST_CASE("after a flap between two polls updelay runs") {
    auto bond = settled(XDPBOND_MODE_BALANCE_XOR, 5);
    bond.cut(0);
    bond.mend(0);
    bond.wait(100);
    CHECK(bond.link(0) == "going back");
    CHECK(bond.senders() == "1");
    bond.cut(0); // and one while it runs begins it anew
    bond.mend(0);
    bond.wait(300);
    CHECK(bond.of(0).failures == 2);
    CHECK(bond.link(0) == "going back");
    bond.wait(400);
    CHECK(bond.link(0) == "up");
    CHECK(bond.senders() == "01");
}

TEST_CASE("a flap between two polls that downdelay covers is no failure") {
    auto bond = settled(XDPBOND_MODE_ACTIVE_BACKUP, 5, 2);
    bond.cut(0);
    bond.mend(0);
    bond.wait(100);
    CHECK(bond.of(0).failures == 0);
    CHECK(bond.active() == "0");
    CHECK(bond.story() == "going_down s0 flapped; up s0 recovered");
}

TEST_CASE("the only slave flaps between two polls: it is used again at once, whatever updelay is") {
    auto bond = settled(XDPBOND_MODE_ACTIVE_BACKUP, 50);
    bond.lose(1);
    bond.cut(0);
    bond.mend(0);
    bond.wait(100);
    CHECK(bond.of(0).failures == 1);
    CHECK(bond.active() == "0");
    CHECK(bond.usable() == "0");
}

TEST_CASE("a flap while the link is down anyway is none") {
    auto bond = settled(XDPBOND_MODE_ACTIVE_BACKUP);
    bond.lose(0);
    bond.slave(0).carrier_downs += 4;
    bond.wait(500);
    CHECK(bond.of(0).failures == 1);
    CHECK(bond.link(0) == "down");
}

TEST_CASE("an interface that vanished is down at once, and its successor comes up like any link") {
    for (const std::uint32_t downdelay : {0, 50}) {
        auto bond = settled(XDPBOND_MODE_ACTIVE_BACKUP, 3, downdelay);
        bond.slave(0).ifindex = 0;
        bond.slave(0).carrier = false;
        bond.look();
        CHECK(bond.link(0) == "down");
        CHECK(bond.of(0).why == cause::gone);
        CHECK(bond.active() == "1");
        CHECK(bond.preference() == "1"); // nothing to send through
        bond.slave(0).ifindex = 77;
        bond.slave(0).carrier_downs = 0; // a new interface begins to count
        bond.regain(0);
        CHECK(bond.link(0) == "going back");
        bond.wait(400); // up to the next poll, and then updelay
        CHECK(bond.link(0) == "up");
        CHECK(bond.of(0).failures == 1);
        CHECK(bond.active() == "1");
    }
}

TEST_CASE("an interface that was replaced between two calls has failed, even with downdelay") {
    auto bond = settled(XDPBOND_MODE_ACTIVE_BACKUP, 0, 50);
    bond.slave(0).ifindex = 77; // and by chance it has lost carrier as often
    bond.look();
    CHECK(bond.of(0).failures == 1);
    CHECK(bond.link(0) == "up");
    CHECK(bond.active() == "1");
    CHECK(bond.story() == "down s0 gone; active s1 failover; up s0 carrier_back");
}

TEST_CASE("50 flaps in 5 s, updelay 200, downdelay 100: one switch, or none") {
    for (const unsigned down_ms : {30, 50, 70}) // of each 100
        for (const bool events : {false, true}) {
            CAPTURE(down_ms);
            CAPTURE(events);
            auto bond = settled(XDPBOND_MODE_ACTIVE_BACKUP, 2, 1);
            for (int flap = 0; flap < 50; ++flap) {
                events ? bond.lose(0) : bond.cut(0);
                bond.wait(down_ms);
                events ? bond.regain(0) : bond.mend(0);
                bond.wait(100 - down_ms);
            }
            CHECK(switches(bond) <= 1);
            bond.wait(1000);
            CHECK(bond.usable() == "01");
            CHECK(switches(bond) <= 1);
        }
}

TEST_CASE("the primary flaps 50 times and primary_reselect is always: updelay bounds the switches") {
    for (const std::uint32_t updelay : {0, 2}) {
        auto bond = settled(XDPBOND_MODE_ACTIVE_BACKUP, updelay);
        bond.options.primary = "s0";
        bond.look();
        bond.forget();
        for (int flap = 0; flap < 50; ++flap) {
            bond.lose(0);
            bond.wait(50);
            bond.regain(0);
            bond.wait(50);
        }
        // Without updelay there and back each time; with it once away, until the link is quiet.
        CHECK(switches(bond) == (updelay ? 1 : 100));
        bond.wait(1000);
        CHECK(bond.active() == "0");
        CHECK(bond.of(0).failures == 50);
    }
}
