// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// An active slave that somebody asked for, and how often another took over.

#include "watched_bond.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::control;
using namespace xdpbond::test;

TEST_CASE("active_slave holds until the kernel's rules choose another") {
    auto bond = backup_bond(3);
    CHECK(choose_active(bond.memory, "s2", bond.now));
    bond.look();
    CHECK(bond.active() == "2");
    CHECK(bond.plan.active_slave == "s2");
    CHECK(bond.story() == "active s2 active_slave");
    bond.wait(1000);
    CHECK(bond.active() == "2");
    bond.lose(2);
    CHECK(bond.active() == "0");
    CHECK(bond.plan.active_slave == ""); // gone, and does not come back with the link
    bond.regain(2);
    CHECK(bond.active() == "0");
}

TEST_CASE("a primary that comes up ends active_slave") {
    auto bond = backup_bond(3, reselect::always, "s0");
    REQUIRE(choose_active(bond.memory, "s1", bond.now));
    bond.look();
    CHECK(bond.active() == "1"); // the primary is up, and nothing calls it
    bond.lose(0);
    bond.regain(0);
    CHECK(bond.active() == "0");
    CHECK(bond.plan.active_slave == "");
}

TEST_CASE("active_slave is refused for who cannot send") {
    auto bond = backup_bond(4);
    bond.slave(3).standby = true;
    bond.lose(1);
    const auto before = bond.memory.active;
    CHECK(choose_active(bond.memory, "s1", bond.now).failure().code == exit_code::busy);
    CHECK(choose_active(bond.memory, "s3", bond.now).failure().code == exit_code::busy);
    CHECK(choose_active(bond.memory, "s9", bond.now).failure().code == exit_code::no_such);
    CHECK(choose_active(bond.memory, "s1", bond.now).failure().message ==
          "s1: its link is down; only a slave that is up can become the active one");
    bond.slave(2).carrier = false; // lost since, and not looked at
    CHECK(choose_active(bond.memory, "s2", bond.now));
    CHECK(before == "s0");
    watched_bond balanced(2, XDPBOND_MODE_BALANCE_XOR);
    balanced.look();
    CHECK(choose_active(balanced.memory, "s1", balanced.now).failure().code == exit_code::usage);
}

TEST_CASE("asking for who is active already keeps it and says nothing") {
    auto bond = backup_bond(2);
    CHECK(choose_active(bond.memory, "s0", bond.now));
    bond.look();
    CHECK(bond.plan.active_slave == "s0");
    CHECK(bond.plan.failovers == 0);
    CHECK(bond.story() == "");
}

TEST_CASE("active_slave cleared chooses anew, even with primary_reselect failure") {
    auto bond = backup_bond(3, reselect::failure);
    bond.lose(0);
    bond.regain(0);
    REQUIRE(bond.active() == "1");
    bond.forget();
    CHECK(choose_active(bond.memory, "", bond.now));
    bond.look();
    CHECK(bond.active() == "0");
    bond.forget();
    CHECK(choose_active(bond.memory, "", bond.now));
    bond.look();
    CHECK(bond.active() == "0");
    CHECK(bond.story() == "");
}

TEST_CASE("failovers count who takes over from another, also after a time without any") {
    auto bond = backup_bond(2);
    CHECK(bond.plan.failovers == 0); // the first one took over from nobody
    bond.lose(1);
    bond.lose(0);
    CHECK(bond.active() == "-");
    CHECK(bond.story() == "down s1 carrier_lost; down s0 carrier_lost; no_active s0 failover; bond_down links");
    bond.regain(0);
    CHECK(bond.plan.failovers == 0); // the same as before
    bond.lose(0);
    bond.regain(1);
    CHECK(bond.plan.failovers == 1);
}
