// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// One link's way through up, going down, down and going back, to the millisecond.

#include "watched_bond.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::control;
using xdpbond::test::watched_bond;

namespace {

watched_bond delayed_bond(std::uint32_t updelay_ms, std::uint32_t downdelay_ms) {
    watched_bond bond(2, XDPBOND_MODE_ACTIVE_BACKUP);
    CHECK(*set_updelay(bond.options, updelay_ms) == "");
    CHECK(*set_downdelay(bond.options, downdelay_ms) == "");
    bond.look();
    bond.wait(60000);
    bond.forget();
    REQUIRE(bond.active() == "0");
    REQUIRE(bond.usable() == "01");
    return bond;
}

// How long until `number` has that state, counted in ms; every ms somebody calls.
unsigned ms_until(watched_bond& bond, unsigned number, std::string_view state) {
    unsigned ms = 0;
    while (bond.link(number) != state) {
        REQUIRE(ms < 100000);
        bond.wait(1);
        bond.look();
        ++ms;
    }
    return ms;
}

} // namespace

TEST_CASE("without delays a link is down and up again with the event, and a failure is counted") {
    auto bond = delayed_bond(0, 0);
    bond.lose(0);
    CHECK(bond.link(0) == "down");
    CHECK(bond.active() == "1");
    CHECK(bond.usable() == "1");
    CHECK(bond.of(0).failures == 1);
    CHECK(bond.of(0).changed == bond.now);
    CHECK(bond.of(0).why == cause::carrier_lost);
    CHECK(bond.story() == "down s0 carrier_lost; active s1 failover");
    bond.forget();
    bond.sleep(10);
    bond.regain(0);
    CHECK(bond.link(0) == "up");
    CHECK(bond.active() == "1");
    CHECK(bond.usable() == "01");
    CHECK(bond.of(0).failures == 1);
    CHECK(bond.of(0).why == cause::carrier_back);
    CHECK(bond.story() == "up s0 carrier_back");
}

TEST_CASE("what no event tells the next poll finds") {
    auto bond = delayed_bond(0, 0);
    bond.wait(40);
    bond.cut(0);
    bond.wait(59);
    CHECK(bond.link(0) == "up");
    bond.wait(1);
    CHECK(bond.link(0) == "down");
    CHECK(bond.active() == "1");
    bond.mend(0);
    bond.wait(99);
    CHECK(bond.link(0) == "down");
    bond.wait(1);
    CHECK(bond.link(0) == "up");
}

TEST_CASE("downdelay counts in polls from the first that sees the loss, whether an event told or not") {
    for (const std::uint32_t delay : {100, 200, 1000})
        for (const unsigned before : {0, 1, 50, 99}) // ms from the last poll to the loss
            for (const bool event : {false, true}) {
                CAPTURE(delay);
                CAPTURE(before);
                CAPTURE(event);
                auto bond = delayed_bond(0, delay);
                bond.wait(before);
                event ? bond.lose(0) : bond.cut(0);
                CHECK(bond.link(0) == (event ? "going down" : "up"));
                // At the first poll `delay` is left: no event can make it shorter or longer.
                CHECK(ms_until(bond, 0, "down") == 100 - before + delay);
                CHECK(bond.active() == "1");
                CHECK(bond.of(0).failures == 1);
                CHECK(bond.of(0).why == cause::downdelay_over);
            }
}

TEST_CASE("while downdelay runs the active slave stays active; back in time it was no failure") {
    auto bond = delayed_bond(1000, 500);
    bond.lose(0);
    CHECK(bond.link(0) == "going down");
    CHECK(bond.of(0).delay_ms == 500);
    CHECK(bond.active() == "0");
    CHECK(bond.usable() == "01");
    CHECK(bond.preference() == "01"); // s1 stands in where carrier is seen in band
    bond.wait(499);
    CHECK(bond.active() == "0");
    bond.regain(0);
    CHECK(bond.link(0) == "up"); // at once: updelay is for links that were down
    CHECK(bond.of(0).failures == 0);
    bond.wait(1000);
    CHECK(bond.active() == "0");
    CHECK(bond.story() == "going_down s0 carrier_lost; up s0 recovered");
}

TEST_CASE("updelay counts in polls, and a loss meanwhile is a failure and begins it anew") {
    for (const std::uint32_t delay : {100, 500, 10000}) {
        CAPTURE(delay);
        auto bond = delayed_bond(delay, 0);
        bond.lose(0);
        bond.wait(1000);
        bond.regain(0);
        CHECK(bond.link(0) == "going back");
        CHECK(bond.usable() == "1");
        bond.wait(50);
        bond.lose(0);
        CHECK(bond.link(0) == "down");
        CHECK(bond.of(0).failures == 2);
        CHECK(bond.of(0).why == cause::lost_again);
        bond.regain(0);
        bond.forget();
        CHECK(ms_until(bond, 0, "up") == 50 + delay);
        CHECK(bond.active() == "1");
        CHECK(bond.story() == "up s0 updelay_over");
    }
}

TEST_CASE("administratively down is down, and says so") {
    auto bond = delayed_bond(0, 0);
    bond.slave(0).up = false; // carrier stays, as with some drivers
    bond.look();
    CHECK(bond.link(0) == "down");
    CHECK(bond.of(0).why == cause::set_down);
    CHECK(bond.active() == "1");
}

TEST_CASE("a late poll counts once, however late, and polls go on from there") {
    auto bond = delayed_bond(0, 500);
    bond.lose(0);
    bond.sleep(3600 * 1000);
    bond.look();
    CHECK(bond.link(0) == "going down");
    CHECK(bond.of(0).delay_ms == 400);
    CHECK(bond.plan.next == bond.now + std::chrono::milliseconds(100));
    bond.wait(499);
    CHECK(bond.link(0) == "going down");
    bond.wait(1);
    CHECK(bond.link(0) == "down");
}

TEST_CASE("a clock that goes back does not stop the polls") {
    auto bond = delayed_bond(0, 0);
    bond.now -= std::chrono::minutes(30);
    bond.look();
    CHECK(bond.plan.next == bond.now + std::chrono::milliseconds(100));
}

TEST_CASE("speed and duplex are remembered while a link tells none") {
    auto bond = delayed_bond(0, 0);
    bond.slave(0).speed = 1000;
    bond.slave(0).full_duplex = false;
    bond.look();
    bond.slave(0).speed = 0;
    bond.lose(0);
    CHECK(bond.of(0).speed == 1000);
    CHECK(!bond.of(0).full_duplex);
    bond.slave(0).speed = 25000;
    bond.slave(0).full_duplex = true;
    bond.regain(0);
    CHECK(bond.of(0).speed == 25000);
    CHECK(bond.of(0).full_duplex);
}

TEST_CASE("the count of failures stays at its end") {
    auto bond = delayed_bond(0, 0);
    bond.memory.slaves[0].failures = 0xfffffffe;
    for (int i = 0; i < 3; ++i) {
        bond.lose(0);
        bond.regain(0);
    }
    CHECK(bond.of(0).failures == 0xffffffff);
}
