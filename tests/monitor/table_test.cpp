// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// From a bond's configuration and links to the table that the monitor wants, and what is remembered.

#include "loader/made_up_bond.hpp"

#include <xdpbond/bpf/select.h>
#include <xdpbond/control/config.hpp>
#include <xdpbond/control/monitor_table.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace xdpbond::control;
using xdpbond::test::made_up_bond;

namespace {

constexpr moment start{std::chrono::hours(1)};

// A bond with its monitor.
struct monitored_bond : made_up_bond {
    monitor_options options;
    monitor_memory memory;
    monitor_plan plan;
    xdpbond_half half{};
    moment now = start;

    monitored_bond(unsigned slaves, unsigned mode) : made_up_bond(slaves, mode) {
        options.mode = static_cast<std::uint8_t>(mode);
        for (auto& link : links)
            link.speed = 10000;
        look();
    }
    void look() {
        plan = advance(memory, options, facts_of(config, links), now);
        half = plan_half(config, links, peer, plan);
    }
    void set_carrier(unsigned slave, bool carrier) {
        links.at(slave).carrier = carrier;
        look();
    }
};

std::string digits(const xdpbond_port* ports, unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
        text += static_cast<char>('0' + ports[i].ifindex - 11);
    return text;
}

// Who sends, where the program sees these links without carrier.
std::string in_band(xdpbond_half half, unsigned mode, const std::string& dead,
                    std::uint32_t check = XDPBOND_CARRIER_ON) {
    for (auto* ports : {half.slave, half.sender, half.preference})
        for (unsigned i = 0; i < XDPBOND_SLAVES_MAX; ++i)
            if (ports[i].ifindex && dead.find(static_cast<char>('0' + ports[i].ifindex - 11)) != dead.npos)
                ports[i].flags |= XDPBOND_PORT_NO_CARRIER;
    const auto choice = xdpbond_choose(&half, mode, 0, 0, check);
    return choice.place == XDPBOND_NOWHERE ? "-" : digits(xdpbond_chosen(&choice), 1);
}

} // namespace

TEST_CASE("with all links up the table is the one that is planned without a monitor") {
    for (unsigned mode = XDPBOND_MODE_BALANCE_RR; mode <= XDPBOND_MODE_8023AD; ++mode) {
        CAPTURE(mode);
        const monitored_bond bond(4, mode);
        const auto plain = bond.made_up_bond::plan();
        CHECK(bond.half.slaves == 4);
        CHECK(digits(bond.half.sender, bond.half.usable) == digits(plain.sender, plain.usable));
        CHECK(digits(bond.half.preference, bond.half.preferred) == digits(plain.preference, plain.preferred));
        for (unsigned i = 0; i < 4; ++i) {
            CHECK(bond.half.slave[i].flags == plain.slave[i].flags);
            CHECK(bond.half.slave[i].slot == plain.slave[i].slot);
            CHECK(bond.half.slave[i].device == plain.slave[i].device);
        }
    }
}

TEST_CASE("in active-backup the active slave is first, then who would follow it; the dead come last") {
    monitored_bond bond(4, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.set_carrier(0, false);
    CHECK(digits(bond.half.preference, bond.half.preferred) == "1230");
    CHECK(!(bond.half.slave[0].flags & XDPBOND_PORT_USABLE));
    bond.set_carrier(0, true);
    CHECK(digits(bond.half.preference, bond.half.preferred) == "1023");
    bond.config.slave[3].prio = 7;
    bond.options.primary = "s2";
    bond.look();
    CHECK(digits(bond.half.preference, bond.half.preferred) == "2301"); // the primary, then by prio
}

TEST_CASE("with nobody watching any more, a slave that was down sends where it has carrier and nothing else has") {
    for (const unsigned mode : {XDPBOND_MODE_ACTIVE_BACKUP, XDPBOND_MODE_8023AD}) {
        CAPTURE(mode);
        monitored_bond bond(3, mode);
        bond.set_carrier(2, false);
        CHECK(in_band(bond.half, mode, "2") == "0");
        CHECK(in_band(bond.half, mode, "02") == "1");
        CHECK(in_band(bond.half, mode, "01") == "2");
        CHECK(in_band(bond.half, mode, "012") == "-");
    }
}

TEST_CASE("of two slaves whose updelay runs the one that waits least stands in") {
    monitored_bond bond(3, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.options.updelay = 50;
    bond.set_carrier(1, false);
    bond.set_carrier(2, false);
    bond.set_carrier(2, true);
    bond.now += std::chrono::milliseconds(100);
    bond.look();
    bond.now += std::chrono::milliseconds(100);
    bond.set_carrier(1, true);
    bond.now += std::chrono::milliseconds(100);
    bond.look();
    CHECK(digits(bond.half.preference, bond.half.preferred) == "021");
    CHECK(in_band(bond.half, XDPBOND_MODE_ACTIVE_BACKUP, "0") == "2");
}

TEST_CASE("without the in-band check only what the monitor lets send is in the table") {
    monitored_bond bond(2, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.config.options.carrier_check = 0;
    bond.options.downdelay = 5;
    bond.set_carrier(1, false);
    bond.now += std::chrono::seconds(1);
    for (int i = 0; i < 6; ++i) {
        bond.now += std::chrono::milliseconds(100);
        bond.look();
    }
    CHECK(digits(bond.half.preference, bond.half.preferred) == "0");
    bond.set_carrier(0, false); // downdelay runs: the kernel goes on with it
    CHECK(in_band(bond.half, XDPBOND_MODE_ACTIVE_BACKUP, "", XDPBOND_CARRIER_OFF) == "0");
    for (int i = 0; i < 6; ++i) {
        bond.now += std::chrono::milliseconds(100);
        bond.look();
    }
    CHECK(bond.half.preferred == 0);
}

TEST_CASE("a slave on standby or with another interface than the bond's is in no list") {
    monitored_bond bond(3, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.config.slave[0].flags |= XDPBOND_SLAVE_STANDBY;
    bond.links[1].ifindex = 99; // came back and is not attached yet
    bond.look();
    CHECK(digits(bond.half.preference, bond.half.preferred) == "2");
    CHECK(digits(bond.half.sender, bond.half.usable) == "2");
    CHECK(bond.half.slaves == 3);
    CHECK(bond.plan.slaves[1].why == cause::gone);
    bond.config.slave[1].ifindex = 99;
    bond.look();
    CHECK(bond.half.usable == 2);
}

TEST_CASE("the peer of a forward program is as without a monitor") {
    monitored_bond bond(2, XDPBOND_MODE_BALANCE_XOR);
    bond.forward_to("p0");
    bond.look();
    CHECK(bond.half.peer.ifindex == 99);
    CHECK((bond.half.peer.flags & XDPBOND_PORT_USABLE) != 0);
}

TEST_CASE("failures and what is left of active_slave are remembered, and only changes count") {
    monitored_bond bond(2, XDPBOND_MODE_ACTIVE_BACKUP);
    CHECK(!remember(bond.config, bond.plan));
    bond.set_carrier(0, false);
    CHECK(remember(bond.config, bond.plan));
    CHECK(bond.config.slave[0].link_failure_count == 1);
    CHECK(!remember(bond.config, bond.plan));
    bond.set_carrier(0, true);
    REQUIRE(choose_active(bond.memory, "s0", bond.now));
    bond.look();
    CHECK(remember(bond.config, bond.plan));
    CHECK(name_of(bond.config.active_slave) == "s0");
    bond.set_carrier(0, false);
    CHECK(remember(bond.config, bond.plan));
    CHECK(name_of(bond.config.active_slave) == "");
}

TEST_CASE("a restarted monitor goes on: same table, same active slave, no updelay, failures kept, nothing to tell") {
    for (unsigned mode = XDPBOND_MODE_BALANCE_RR; mode <= XDPBOND_MODE_8023AD; ++mode) {
        CAPTURE(mode);
        monitored_bond bond(4, mode);
        bond.set_carrier(0, false);
        bond.set_carrier(0, true);
        bond.set_carrier(3, false);
        bond.options.updelay = 50;
        bond.look();
        remember(bond.config, bond.plan);
        auto memory = take_over(bond.config, bond.links, bond.half);
        const auto plan = advance(memory, bond.options, facts_of(bond.config, bond.links), bond.now);
        CHECK(plan.events.empty());
        CHECK(plan.active == bond.plan.active);
        CHECK(plan.senders == bond.plan.senders);
        CHECK(plan.preference == bond.plan.preference);
        CHECK(plan.carrier == bond.plan.carrier);
        for (unsigned i = 0; i < 4; ++i) {
            CHECK(plan.slaves[i].link == bond.plan.slaves[i].link);
            CHECK(plan.slaves[i].failures == bond.plan.slaves[i].failures);
        }
    }
}

TEST_CASE("while nobody watched the program moved to another slave: that one is active") {
    monitored_bond bond(3, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.links[0].carrier = false;
    auto memory = take_over(bond.config, bond.links, bond.half);
    const auto plan = advance(memory, bond.options, facts_of(bond.config, bond.links), bond.now);
    CHECK(plan.active == "s1");
    CHECK(plan.slaves[0].link == link_state::down);
    CHECK(plan.slaves[0].failures == 1);
    bond.set_carrier(0, true); // or to one that was down when the watching ended
    bond.set_carrier(1, false);
    bond.set_carrier(2, false);
    for (auto& link : bond.links)
        link.carrier = !link.carrier;
    bond.links[1].carrier = false;
    bond.options.updelay = 50;
    auto rest = take_over(bond.config, bond.links, bond.half);
    const auto last = advance(rest, bond.options, facts_of(bond.config, bond.links), bond.now);
    CHECK(last.active == "s2");
    CHECK(last.slaves[2].usable);
    CHECK(last.events.size() == 1); // s0 is down
}

TEST_CASE("carrier that comes back between the taking over and the first look finds an active slave") {
    monitored_bond bond(1, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.links[0].carrier = false;
    auto memory = take_over(bond.config, bond.links, bond.half);
    CHECK(memory.active == "");
    bond.links[0].carrier = true;
    CHECK(advance(memory, bond.options, facts_of(bond.config, bond.links), bond.now).active == "s0");
}
