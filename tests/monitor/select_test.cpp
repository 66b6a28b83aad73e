// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Who becomes the active slave, and when it stays.

#include "watched_bond.hpp"

#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace xdpbond::control;
using namespace xdpbond::test;

namespace {

constexpr reselect every_reselect[] = {reselect::always, reselect::better, reselect::failure};

} // namespace

TEST_CASE("the first slave that joins is active, and the next in order takes over") {
    auto bond = backup_bond(4);
    CHECK(bond.active() == "0");
    CHECK(bond.preference() == "0123");
    bond.lose(0);
    CHECK(bond.active() == "1");
    bond.lose(1);
    CHECK(bond.active() == "2");
    bond.regain(0);
    CHECK(bond.active() == "2"); // without a primary or prio nobody takes over from a slave that works
    bond.lose(2);
    CHECK(bond.active() == "0");
    CHECK(bond.plan.failovers == 3);
}

TEST_CASE("a primary is active from the start, whatever primary_reselect says") {
    for (const auto how : every_reselect) {
        CAPTURE(reselect_name(how));
        CHECK(backup_bond(3, how, "s2").active() == "2");
    }
}

TEST_CASE("a primary that returns takes over by primary_reselect") {
    struct {
        reselect how;
        std::uint32_t primary_speed, other_speed; // Mbit/s; 0: unknown
        bool primary_full, other_full;
        bool takes_over;
    } const cases[] = {
        {reselect::always, 10, 10000, false, true, true},
        {reselect::better, 10000, 10000, true, true, false},
        {reselect::better, 10000, 1000, true, true, true},
        {reselect::better, 1000, 10000, true, true, false},
        {reselect::better, 1000, 1000, true, false, true},
        {reselect::better, 1000, 1000, false, true, false},
        {reselect::better, 10000, 1000, false, true, true},
        {reselect::better, 0, 10000, false, true, true}, // the kernel takes an unknown speed for the highest
        {reselect::better, 10000, 0, true, false, false},
        {reselect::better, 0, 0, true, false, false},
        {reselect::failure, 10000, 10, true, false, false},
    };
    for (const auto& known : cases) {
        CAPTURE(reselect_name(known.how));
        CAPTURE(known.primary_speed);
        CAPTURE(known.other_speed);
        auto bond = backup_bond(2, known.how, "s0");
        bond.slave(0).speed = known.primary_speed;
        bond.slave(0).full_duplex = known.primary_full;
        bond.slave(1).speed = known.other_speed;
        bond.slave(1).full_duplex = known.other_full;
        bond.lose(0);
        CHECK(bond.active() == "1");
        bond.regain(0);
        CHECK(bond.active() == (known.takes_over ? "0" : "1"));
        bond.lose(1); // once the active one fails it is the primary's turn in any case
        CHECK(bond.active() == "0");
    }
}

TEST_CASE("setting a primary makes it active if it is up, else once it comes up, whatever primary_reselect says") {
    for (const auto how : every_reselect) {
        CAPTURE(reselect_name(how));
        auto bond = backup_bond(3, how);
        bond.options.primary = "s2";
        bond.look();
        CHECK(bond.active() == "2");
        CHECK(bond.story() == "active s2 primary");
        bond.lose(1);
        bond.options.primary = "s1"; // down
        bond.look();
        CHECK(bond.active() == (how == reselect::always ? "0" : "2")); // the primary does not count: the first is best
        bond.regain(1);
        CHECK(bond.active() == "1");
        bond.lose(1);
        CHECK(bond.active() == "0");
        bond.regain(1); // that was for once
        CHECK(bond.active() == (how == reselect::always ? "1" : "0"));
    }
}

TEST_CASE("a primary that is no slave yet is remembered") {
    for (const auto how : every_reselect) {
        auto bond = backup_bond(3, how);
        bond.lose(0);
        bond.regain(0);
        REQUIRE(bond.active() == "1");
        bond.options.primary = "s7";
        bond.look();
        CHECK(bond.active() == "1");
        bond.add(7);
        bond.look();
        CHECK(bond.active() == "7");
    }
}

TEST_CASE("clearing the primary chooses anew") {
    auto bond = backup_bond(3, reselect::always, "s2");
    bond.options.primary = "";
    bond.look();
    CHECK(bond.active() == "0");
    auto staying = backup_bond(3, reselect::failure, "s2");
    staying.options.primary = "";
    staying.look();
    CHECK(staying.active() == "2");
}

TEST_CASE("changing primary_reselect to always calls the primary back") {
    auto bond = backup_bond(2, reselect::failure, "s0");
    bond.lose(0);
    bond.regain(0);
    REQUIRE(bond.active() == "1");
    bond.options.primary_reselect = reselect::always;
    bond.look();
    CHECK(bond.active() == "0");
}

TEST_CASE("the highest prio is next, the first of equals; it comes back by primary_reselect") {
    for (const auto how : every_reselect) {
        CAPTURE(reselect_name(how));
        watched_bond bond(4, XDPBOND_MODE_ACTIVE_BACKUP);
        bond.options.primary_reselect = how;
        bond.slave(1).prio = -5;
        bond.slave(2).prio = bond.slave(3).prio = 7;
        bond.look();
        CHECK(bond.active() == (how == reselect::always ? "2" : "0")); // s0 joined first
        bond.lose(0);
        CHECK(bond.active() == "2");
        bond.lose(2);
        CHECK(bond.active() == "3");
        bond.lose(3);
        CHECK(bond.active() == "1");
        bond.regain(2);
        CHECK(bond.active() == (how == reselect::always ? "2" : "1"));
    }
}

TEST_CASE("prio set on a live bond counts at once without a primary, and not with one") {
    auto bond = backup_bond(3);
    bond.slave(2).prio = 100;
    bond.look();
    CHECK(bond.active() == "2");
    auto led = backup_bond(3, reselect::always, "s1");
    led.slave(2).prio = 100;
    led.look();
    CHECK(led.active() == "1");
    led.lose(1);
    CHECK(led.active() == "2");
}

TEST_CASE("an option that is set to what it is chooses anew all the same") {
    auto bond = backup_bond(3, reselect::failure, "s1");
    bond.lose(1);
    bond.regain(1);
    REQUIRE(bond.active() == "0");
    set_again(bond.memory, "prio", bond.now); // with a primary prio changes nothing
    set_again(bond.memory, "primary_reselect", bond.now);
    bond.look();
    CHECK(bond.active() == "0");
    set_again(bond.memory, "primary", bond.now);
    bond.look();
    CHECK(bond.active() == "1");
    auto plain = backup_bond(3);
    for (const auto* option : {"prio", "primary_reselect", "primary"}) {
        CAPTURE(option);
        plain.lose(0);
        plain.regain(0);
        REQUIRE(plain.active() == "1");
        set_again(plain.memory, option, plain.now);
        plain.look();
        CHECK(plain.active() == "0");
    }
}

TEST_CASE("without a slave that is up the one whose updelay is nearest its end is used") {
    auto bond = backup_bond(3);
    bond.options.updelay = 100;
    bond.look();
    bond.lose(1);
    bond.lose(2);
    bond.regain(1);
    bond.wait(3000);
    bond.regain(2);
    bond.wait(3000);
    CHECK(bond.usable() == "0");
    CHECK(bond.preference() == "012"); // who would follow, where carrier is seen in band
    bond.forget();
    bond.lose(0);
    CHECK(bond.active() == "1");
    CHECK(bond.usable() == "1");
    CHECK(bond.link(2) == "going back");
    CHECK(bond.story() == "down s0 carrier_lost; up s1 only_one; active s1 failover");
}

TEST_CASE("of slaves whose updelay ends in the same poll the first is used") {
    auto bond = backup_bond(3);
    bond.options.updelay = 100;
    bond.lose(1);
    bond.lose(2);
    bond.mend(1);
    bond.regain(2);
    bond.wait(3000);
    REQUIRE(bond.of(1).delay_ms == bond.of(2).delay_ms);
    bond.lose(0);
    CHECK(bond.active() == "1");
    CHECK(bond.link(2) == "going back");
}
