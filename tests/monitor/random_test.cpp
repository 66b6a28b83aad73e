// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Whatever happens in whatever order: what must hold in every plan holds (watched_bond checks it in each call), and
// once nothing happens any more the bond settles where it should. XDPBOND_SEED=N repeats a run.

#include "watched_bond.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

using namespace xdpbond::control;
using xdpbond::test::watched_bond;

namespace {

unsigned long seed() {
    const char* given = std::getenv("XDPBOND_SEED");
    return given ? std::strtoul(given, nullptr, 10) : std::random_device()();
}

struct chance {
    std::mt19937 random;
    unsigned below(unsigned end) { return static_cast<unsigned>(random() % end); }
};

void change_options(watched_bond& bond, chance& dice) {
    constexpr std::uint32_t periods[] = {0, 1, 10, 100, 100, 100};
    switch (dice.below(7)) {
    case 0:
        set_miimon(bond.options, periods[dice.below(6)]);
        break;
    case 1:
        bond.options.updelay = dice.below(20);
        break;
    case 2:
        bond.options.downdelay = dice.below(20);
        break;
    case 3:
        bond.options.primary = dice.below(3) ? "s" + std::to_string(dice.below(8)) : "";
        break;
    case 4:
        bond.options.primary_reselect = static_cast<reselect>(dice.below(3));
        break;
    case 5:
        bond.options.min_links = dice.below(3);
        break;
    case 6:
        if (dice.below(4) == 0)
            bond.options.mode = static_cast<std::uint8_t>(dice.below(5));
        break;
    }
}

void change_slave(watched_bond& bond, chance& dice, unsigned number) {
    auto& slave = bond.slave(number);
    switch (dice.below(6)) {
    case 0:
        slave.prio = static_cast<std::int32_t>(dice.below(4)) - 1;
        break;
    case 1:
        slave.standby = !slave.standby;
        break;
    case 2:
        slave.up = !slave.up;
        break;
    case 3:
        slave.speed = dice.below(4) * 1000;
        break;
    case 4: // vanishes, or comes back as another interface
        slave.ifindex = slave.ifindex ? 0 : 1000 + dice.below(100000);
        slave.carrier = slave.ifindex && dice.below(2);
        slave.carrier_downs = 0;
        break;
    case 5:
        (void)choose_active(bond.memory, slave.name, bond.now);
        break;
    }
}

void happen(watched_bond& bond, chance& dice) {
    const unsigned number = dice.below(6);
    const bool member =
        std::ranges::any_of(bond.slaves, [&](const auto& slave) { return slave.name == "s" + std::to_string(number); });
    if (!member) {
        if (dice.below(4) == 0)
            bond.add(number);
        return;
    }
    switch (dice.below(10)) {
    case 0:
        return change_options(bond, dice);
    case 1:
    case 2:
        return change_slave(bond, dice, number);
    case 3:
        return dice.below(4) ? void() : bond.remove(number);
    case 4: // between two calls
        bond.cut(number);
        bond.mend(number);
        return;
    default:
        return dice.below(2) ? bond.mend(number) : bond.cut(number);
    }
}

// With all well and all delays over.
void check_settled(watched_bond& bond) {
    for (auto& slave : bond.slaves) {
        slave.ifindex = slave.ifindex ? slave.ifindex : 1;
        slave.up = slave.carrier = true;
        slave.standby = false;
        slave.speed = 1000;
    }
    bond.options.miimon = 100;
    bond.look();
    bond.wait(5000);
    for (const auto& slave : bond.plan.slaves) {
        CHECK(slave.link == link_state::up);
        CHECK(slave.usable);
    }
    CHECK(bond.plan.active.empty() == bond.slaves.empty());
    if (bond.options.mode == XDPBOND_MODE_8023AD)
        CHECK(bond.plan.senders.size() == std::min<std::size_t>(1, bond.slaves.size()));
    else
        CHECK(bond.plan.carrier == !bond.slaves.empty());
    bond.forget();
    bond.wait(5000);
    CHECK(bond.told.empty());
}

} // namespace

TEST_CASE("random events: every plan is sound, counters never fall, and all settles") {
    const auto number = seed();
    MESSAGE("XDPBOND_SEED=", number);
    chance dice{std::mt19937(static_cast<std::mt19937::result_type>(number))};
    for (int round = 0; round < 60; ++round) {
        watched_bond bond(dice.below(6), dice.below(5));
        for (int step = 0; step < 150; ++step) {
            const auto failovers = bond.plan.failovers;
            for (unsigned events = dice.below(4); events > 0; --events)
                happen(bond, dice);
            switch (dice.below(4)) {
            case 0:
                bond.wait(dice.below(700));
                break;
            case 1:
                bond.sleep(dice.below(100) ? dice.below(300) : 10000000);
                break;
            default:
                break;
            }
            bond.look();
            REQUIRE(bond.plan.failovers >= failovers);
            REQUIRE(std::ranges::all_of(bond.plan.events, [&](const auto& event) { return event.when <= bond.now; }));
        }
        check_settled(bond);
    }
}
