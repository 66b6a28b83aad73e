// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Who may send in each mode, and when the bond has carrier.

#include "watched_bond.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::control;
using xdpbond::test::watched_bond;

TEST_CASE("balance and broadcast: who is up sends, a link that goes down not even while downdelay runs") {
    for (const unsigned mode : {XDPBOND_MODE_BALANCE_RR, XDPBOND_MODE_BALANCE_XOR, XDPBOND_MODE_BROADCAST}) {
        CAPTURE(mode);
        watched_bond bond(3, mode);
        bond.options.downdelay = 10;
        bond.look();
        CHECK(bond.senders() == "012");
        bond.lose(1);
        CHECK(bond.senders() == "02");
        CHECK(bond.link(1) == "going down");
        CHECK(bond.plan.carrier);
        bond.regain(1);
        CHECK(bond.senders() == "012");
    }
}

TEST_CASE("the kernel's active slave of the balance modes: the first that was up, then the first that is") {
    watched_bond bond(3, XDPBOND_MODE_BALANCE_RR);
    bond.look();
    CHECK(bond.active() == "0");
    CHECK(bond.preference() == "012");
    bond.lose(0);
    CHECK(bond.active() == "1");
    bond.regain(0);
    CHECK(bond.active() == "1");
    CHECK(bond.preference() == "102");
    bond.lose(1);
    CHECK(bond.active() == "0");
    CHECK(bond.plan.failovers == 0); // of active-backup alone
}

TEST_CASE("carrier of the bond is the state of the links: with the only one going down it is gone") {
    watched_bond bond(1, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.options.downdelay = 10;
    bond.look();
    bond.forget();
    CHECK(bond.plan.carrier);
    bond.lose(0);
    CHECK(bond.usable() == "0");
    CHECK(!bond.plan.carrier);
    bond.regain(0);
    CHECK(bond.plan.carrier);
    CHECK(bond.story() == "going_down s0 carrier_lost; bond_down links; up s0 recovered; bond_up links");
}

TEST_CASE("min_links counts in 802.3ad alone, and without LACP one link carries the bond") {
    for (unsigned mode = XDPBOND_MODE_BALANCE_RR; mode <= XDPBOND_MODE_8023AD; ++mode)
        for (const std::uint32_t min_links : {0u, 1u, 2u, 3u}) {
            CAPTURE(mode);
            CAPTURE(min_links);
            watched_bond bond(3, mode);
            bond.options.min_links = min_links;
            bond.look();
            CHECK(bond.plan.carrier == (mode != XDPBOND_MODE_8023AD || min_links < 2));
            CHECK(bond.usable() == "012"); // what sends does not depend on it
            for (unsigned i = 0; i < 3; ++i)
                bond.lose(i);
            CHECK(!bond.plan.carrier);
        }
}

TEST_CASE("802.3ad without LACP: one sends, stays while it is up, then the fastest and first of equals") {
    watched_bond bond(4, XDPBOND_MODE_8023AD);
    bond.slave(2).speed = bond.slave(3).speed = 25000;
    bond.look();
    CHECK(bond.senders() == "2");
    CHECK(bond.usable() == "0123");
    bond.lose(2);
    CHECK(bond.senders() == "3");
    bond.regain(2);
    CHECK(bond.senders() == "3");
    bond.lose(3);
    CHECK(bond.senders() == "2");
    bond.lose(2);
    CHECK(bond.senders() == "0");
}

TEST_CASE("802.3ad does not use a link whose driver tells no speed, and that is no failure") {
    watched_bond bond(2, XDPBOND_MODE_8023AD);
    bond.slave(1).speed = 0;
    bond.look();
    CHECK(bond.link(1) == "down");
    CHECK(bond.of(1).why == cause::no_speed);
    CHECK(bond.of(1).failures == 0);
    bond.forget();
    bond.wait(1000);
    CHECK(bond.story() == ""); // told once
    bond.slave(1).speed = 1000;
    bond.look();
    CHECK(bond.link(1) == "up");
    bond.slave(1).speed = 0; // and a link that is up when its driver forgets
    bond.look();
    CHECK(bond.link(1) == "down");
    bond.lose(1);
    bond.regain(1);
    CHECK(bond.link(1) == "down");
    CHECK(bond.of(1).failures == 0);
    bond.options.mode = XDPBOND_MODE_BALANCE_XOR; // other modes do without
    bond.look();
    CHECK(bond.link(1) == "up");
}
