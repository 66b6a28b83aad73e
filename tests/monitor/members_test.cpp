// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Slaves that join, leave and are drained, also in the middle of a countdown.

#include "watched_bond.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace xdpbond::control;
using xdpbond::test::watched_bond;

namespace {

watched_bond bond_with_members(unsigned count, unsigned mode) {
    watched_bond bond(count, mode);
    bond.look();
    bond.wait(500);
    bond.forget();
    return bond;
}

} // namespace

TEST_CASE("a bond without slaves has nothing to use and no carrier") {
    watched_bond bond(0, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.look();
    CHECK(bond.active() == "-");
    CHECK(!bond.plan.carrier);
    CHECK(bond.story() == "");
    bond.add(0);
    bond.look();
    CHECK(bond.active() == "0");
    CHECK(bond.story() == "joined s0 command; active s0 preferred; bond_up links");
}

TEST_CASE("a slave joins last, and with updelay waits before it is used") {
    auto bond = bond_with_members(2, XDPBOND_MODE_BALANCE_XOR);
    bond.options.updelay = 5;
    bond.add(2);
    bond.look();
    CHECK(bond.link(2) == "going back");
    CHECK(bond.senders() == "01");
    bond.wait(600);
    CHECK(bond.senders() == "012");
    bond.remove(0); // and joins again: last now
    bond.look();
    CHECK(bond.senders() == "12");
    bond.add(0);
    bond.look();
    bond.wait(600);
    CHECK(bond.usable() == "120");
}

TEST_CASE("a slave that joins without carrier is down, and that is no failure") {
    auto bond = bond_with_members(1, XDPBOND_MODE_BALANCE_RR);
    bond.add(1);
    bond.slave(1).carrier = false;
    bond.look();
    CHECK(bond.link(1) == "down");
    CHECK(bond.of(1).failures == 0);
    bond.regain(1);
    CHECK(bond.senders() == "01");
}

TEST_CASE("the active slave leaves: the next takes over in the same call") {
    auto bond = bond_with_members(3, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.remove(0);
    bond.look();
    CHECK(bond.active() == "1");
    CHECK(bond.plan.failovers == 1);
    CHECK(bond.story() == "left s0 command; active s1 failover");
    bond.remove(1);
    bond.remove(2);
    bond.look();
    CHECK(bond.active() == "-");
    CHECK(!bond.plan.carrier);
}

TEST_CASE("a slave that leaves and joins again begins anew") {
    auto bond = bond_with_members(2, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.lose(1);
    CHECK(bond.of(1).failures == 1);
    bond.remove(1);
    bond.look();
    bond.add(1);
    bond.look();
    CHECK(bond.of(1).failures == 0);
    CHECK(bond.link(1) == "up");
}

TEST_CASE("the primary leaves with the wish for it: who is active stays; it joins again with the wish: it is active") {
    watched_bond bond(3, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.options.primary = "s2";
    bond.options.primary_reselect = reselect::failure;
    bond.look();
    bond.lose(2);
    bond.lose(0);
    REQUIRE(bond.active() == "1");
    bond.options.primary_reselect = reselect::always; // chooses anew: s1 is the only one
    bond.regain(0);
    REQUIRE(bond.active() == "1");
    bond.remove(2);
    bond.options.primary = "";
    bond.look();
    CHECK(bond.active() == "1");
    bond.add(2);
    bond.options.primary = "s2";
    bond.options.primary_reselect = reselect::failure;
    bond.look();
    CHECK(bond.active() == "2");
}

TEST_CASE("slaves leave and join while others count down: the countdowns go on") {
    auto bond = bond_with_members(4, XDPBOND_MODE_BALANCE_XOR);
    bond.options.updelay = 10;
    bond.options.downdelay = 10;
    bond.look();
    bond.lose(1);
    bond.lose(3);
    bond.wait(2000);
    bond.regain(3);
    bond.lose(2);
    bond.wait(500);
    CHECK(bond.of(3).delay_ms == 500);
    CHECK(bond.of(2).delay_ms == 500);
    bond.remove(1);
    bond.look();
    bond.add(4);
    bond.look();
    CHECK(bond.of(3).delay_ms == 500);
    CHECK(bond.of(2).delay_ms == 500);
    bond.wait(600);
    CHECK(bond.link(2) == "down");
    CHECK(bond.link(3) == "up");
    CHECK(bond.link(4) == "going back");
    bond.remove(4); // leaves in the middle of its own
    bond.look();
    CHECK(bond.usable() == "03");
}

TEST_CASE("a slave on standby is watched and never used") {
    for (unsigned mode = XDPBOND_MODE_BALANCE_RR; mode <= XDPBOND_MODE_8023AD; ++mode) {
        CAPTURE(mode);
        auto bond = bond_with_members(3, mode);
        bond.slave(0).standby = true;
        bond.look();
        CHECK(bond.usable() == "12");
        CHECK(bond.active() == "1");
        CHECK(bond.story().starts_with("drained s0 command"));
        bond.lose(0);
        CHECK(bond.link(0) == "down");
        CHECK(bond.of(0).failures == 1);
        bond.regain(0);
        CHECK(bond.link(0) == "up");
        bond.lose(1);
        bond.lose(2);
        CHECK(bond.usable() == "");
        CHECK(!bond.plan.carrier);
        CHECK(bond.preference().find('0') == std::string::npos);
        bond.slave(0).standby = false;
        bond.look();
        CHECK(bond.usable() == "0");
        CHECK(bond.active() == "0");
        CHECK(bond.plan.carrier);
    }
}

TEST_CASE("the active slave is drained and brought back: as when its link fails and returns") {
    auto bond = bond_with_members(2, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.slave(0).standby = true;
    bond.look();
    CHECK(bond.active() == "1");
    CHECK(choose_active(bond.memory, "s0", bond.now).failure().code == exit_code::busy);
    bond.slave(0).standby = false;
    bond.look();
    CHECK(bond.active() == "1");
    bond.options.primary = "s0";
    bond.look();
    bond.slave(0).standby = true;
    bond.look();
    CHECK(bond.active() == "1");
    bond.slave(0).standby = false;
    bond.look();
    CHECK(bond.active() == "0");
}

TEST_CASE("a slave on standby does not use up the one time that updelay is ignored") {
    watched_bond bond(2, XDPBOND_MODE_BALANCE_XOR);
    bond.options.updelay = 50;
    bond.slave(0).standby = true;
    bond.slave(0).carrier = bond.slave(1).carrier = false;
    bond.look();
    bond.mend(0);
    bond.regain(1);
    CHECK(bond.link(0) == "going back");
    CHECK(bond.usable() == "1");
}

TEST_CASE("64 slaves") {
    watched_bond bond(64, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.look();
    bond.forget();
    for (unsigned i = 0; i < 63; ++i) {
        bond.lose(i);
        CHECK(bond.active() == std::to_string(i + 1));
    }
    CHECK(bond.plan.failovers == 63);
    CHECK(bond.plan.ready == 1);
    CHECK(bond.plan.preference.size() == 64);
}
