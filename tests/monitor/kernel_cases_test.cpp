// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The kernel's own tests of its bonding (tools/testing/selftests/drivers/net/bonding), the cases restated:
// prio of bond_options.sh, mode-1-recovery-updelay.sh and mode-2-recovery-updelay.sh.

#include "watched_bond.hpp"

#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>

using namespace xdpbond::control;
using xdpbond::test::watched_bond;

namespace {

// Three ports, primary s1, prio 0, 10 and 11 set on the live bond.
watched_bond prio_bond(reselect how) {
    watched_bond bond(3, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.options.primary = "s1";
    bond.options.primary_reselect = how;
    bond.look();
    bond.slave(1).prio = 10;
    bond.look();
    bond.slave(2).prio = 11;
    bond.look();
    bond.wait(1000);
    return bond;
}

// As an operator's `ip link set … down` and `up`, and the time to settle.
void down(watched_bond& bond, unsigned number) {
    bond.slave(number).up = false;
    bond.cut(number);
    bond.wait(1000);
}
void up(watched_bond& bond, unsigned number) {
    bond.slave(number).up = true;
    bond.mend(number);
    bond.wait(1000);
}

} // namespace

TEST_CASE("bond_options prio, for each primary_reselect") {
    struct {
        reselect how;
        const char *after_s2_up, *after_s1_up;
    } const cases[] = {
        {reselect::always, "2", "1"},
        {reselect::better, "0", "0"},
        {reselect::failure, "0", "0"},
    };
    for (const auto& known : cases) {
        CAPTURE(reselect_name(known.how));
        auto bond = prio_bond(known.how);
        CHECK(bond.active() == "1"); // the primary
        down(bond, 1);
        CHECK(bond.active() == "2"); // the highest prio
        down(bond, 2);
        CHECK(bond.active() == "0"); // the only one
        up(bond, 2);
        CHECK(bond.active() == known.after_s2_up);
        up(bond, 1);
        CHECK(bond.active() == known.after_s1_up);
        if (known.how == reselect::always)
            continue;
        down(bond, 0);
        CHECK(bond.active() == "1"); // with the active one gone the primary comes first
    }
}

TEST_CASE("bond_options prio, changed on a live bond with a primary") {
    auto bond = prio_bond(reselect::always);
    bond.slave(0).prio = 1000000;
    bond.look();
    bond.slave(1).prio = 0;
    bond.look();
    bond.slave(2).prio = -50;
    bond.look();
    CHECK(bond.active() == "1");
    down(bond, 1);
    CHECK(bond.active() == "0");
}

TEST_CASE("recovery-updelay, modes 1 and 2: with both links lost, the first that returns is used within 2 s") {
    for (const unsigned mode : {XDPBOND_MODE_ACTIVE_BACKUP, XDPBOND_MODE_BALANCE_XOR})
        for (const std::uint32_t updelay : {0, 200, 500, 1000, 2000, 5000, 10000}) {
            CAPTURE(mode);
            CAPTURE(updelay);
            watched_bond bond(2, mode);
            REQUIRE(set_updelay(bond.options, updelay));
            bond.look();
            CHECK(bond.plan.ready > 0); // traffic from the start
            bond.wait(updelay + 2000);
            CHECK(bond.usable() == "01");
            down(bond, 0);
            bond.wait(2000);
            CHECK(bond.usable() == "1");
            // s0 returns in the moment in which s1 goes.
            bond.slave(0).up = true;
            bond.mend(0);
            bond.slave(1).up = false;
            bond.cut(1);
            bond.wait(200);
            CHECK(bond.usable() == "0");
            CHECK(bond.active() == "0");
            CHECK(bond.plan.carrier);
        }
}

TEST_CASE("recovery-updelay in every mode: all down, one returns, no waiting; the next one waits") {
    for (unsigned mode = XDPBOND_MODE_BALANCE_RR; mode <= XDPBOND_MODE_8023AD; ++mode) {
        CAPTURE(mode);
        watched_bond bond(3, mode);
        bond.options.updelay = 50;
        bond.look();
        bond.wait(6000);
        for (unsigned i = 0; i < 3; ++i)
            bond.lose(i);
        CHECK(bond.usable() == "");
        CHECK(!bond.plan.carrier);
        bond.wait(10000);
        bond.regain(2);
        CHECK(bond.usable() == "2");
        CHECK(bond.plan.carrier);
        bond.wait(100);
        bond.regain(0);
        CHECK(bond.usable() == "2");
        CHECK(bond.link(0) == "going back");
        bond.wait(5100);
        CHECK(bond.usable() == "02");
    }
}

TEST_CASE("updelay is ignored for one slave only, also when several return in the same moment") {
    for (const unsigned mode : {XDPBOND_MODE_ACTIVE_BACKUP, XDPBOND_MODE_BALANCE_XOR}) {
        watched_bond bond(3, mode);
        bond.options.updelay = 50;
        for (unsigned i = 0; i < 3; ++i)
            bond.slave(i).carrier = false;
        bond.look();
        CHECK(bond.usable() == "");
        bond.wait(1000);
        for (unsigned i = 0; i < 3; ++i)
            bond.mend(i);
        bond.look();
        CHECK(bond.usable() == "0");
        CHECK(bond.link(1) == "going back");
        CHECK(bond.link(2) == "going back");
    }
}
