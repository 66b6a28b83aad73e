// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "watched_bond.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace xdpbond::control;

namespace xdpbond::test {

namespace {

std::string digit(std::string_view name) {
    return std::string(name.substr(1));
}

std::string digits(const monitor_plan& plan, const std::vector<std::uint32_t>& places) {
    std::string text;
    for (const auto place : places)
        text += digit(plan.slaves[place].name);
    return text;
}

void check_slaves(const watched_bond& bond) {
    REQUIRE(bond.plan.slaves.size() == bond.slaves.size());
    unsigned active = 0;
    for (std::size_t i = 0; i < bond.slaves.size(); ++i) {
        const auto& seen = bond.slaves[i];
        const auto& slave = bond.plan.slaves[i];
        CAPTURE(slave.name);
        CHECK(slave.name == seen.name);
        const bool runs = seen.ifindex != 0 && seen.up && seen.carrier;
        const bool unwatched = bond.options.miimon == 0 && slave.active; // the kernel goes on with it
        CHECK((!slave.usable || runs || slave.link == link_state::fail || unwatched));
        CHECK((!slave.usable || (!seen.standby && seen.ifindex != 0)));
        CHECK((!slave.usable || slave.link == link_state::up || slave.link == link_state::fail));
        CHECK(slave.active == (slave.name == bond.plan.active));
        active += slave.active;
    }
    CHECK(active == (bond.plan.active.empty() ? 0 : 1));
}

void check_order(const watched_bond& bond) {
    const auto& plan = bond.plan;
    CHECK(std::ranges::is_sorted(plan.senders));
    for (const auto place : plan.senders)
        CHECK(plan.slaves.at(place).usable);
    REQUIRE(plan.ready <= plan.preference.size());
    for (std::size_t i = 0; i < plan.preference.size(); ++i) {
        const auto& slave = plan.slaves.at(plan.preference[i]);
        CHECK(slave.usable == (i < plan.ready));
        CHECK(!bond.slaves[plan.preference[i]].standby);
        CHECK(std::ranges::count(plan.preference, plan.preference[i]) == 1);
    }
    CHECK(plan.ready == std::ranges::count(plan.slaves, true, &slave_plan::usable));
    if (bond.options.mode == XDPBOND_MODE_ACTIVE_BACKUP) {
        CHECK((plan.ready == 0) == plan.active.empty());
        CHECK((plan.ready == 0 || plan.slaves[plan.preference[0]].active));
    }
    CHECK(plan.next > bond.now);
}

void check_again(const watched_bond& bond) {
    monitor_memory memory = bond.memory;
    monitor_plan expected = bond.plan;
    expected.events.clear();
    CHECK(advance(memory, bond.options, bond.slaves, bond.now) == expected);
}

} // namespace

watched_bond::watched_bond(unsigned count, unsigned mode) {
    options.mode = static_cast<std::uint8_t>(mode);
    for (unsigned i = 0; i < count; ++i)
        add(i);
}

void watched_bond::look() {
    plan = advance(memory, options, slaves, now);
    told.insert(told.end(), plan.events.begin(), plan.events.end());
    check_slaves(*this);
    check_order(*this);
    check_again(*this);
}

void watched_bond::wait(unsigned ms) {
    const moment end = now + std::chrono::milliseconds(ms);
    while (plan.next <= end) {
        now = plan.next;
        look();
    }
    now = end;
}

slave_facts& watched_bond::slave(unsigned number) {
    const auto found = std::ranges::find(slaves, "s" + std::to_string(number), &slave_facts::name);
    REQUIRE(found != slaves.end());
    return *found;
}

void watched_bond::add(unsigned number) {
    slaves.push_back({.name = "s" + std::to_string(number),
                      .ifindex = 11 + number,
                      .up = true,
                      .carrier = true,
                      .carrier_downs = 3,
                      .speed = 10000,
                      .full_duplex = true});
}

void watched_bond::remove(unsigned number) {
    std::erase_if(slaves, [&](const auto& slave) { return slave.name == "s" + std::to_string(number); });
}

void watched_bond::cut(unsigned number) {
    auto& facts = slave(number);
    facts.carrier_downs += facts.carrier;
    facts.carrier = false;
}

void watched_bond::mend(unsigned number) {
    slave(number).carrier = true;
}

void watched_bond::lose(unsigned number) {
    cut(number);
    look();
}

void watched_bond::regain(unsigned number) {
    mend(number);
    look();
}

const slave_plan& watched_bond::of(unsigned number) const {
    const auto found = std::ranges::find(plan.slaves, "s" + std::to_string(number), &slave_plan::name);
    REQUIRE(found != plan.slaves.end());
    return *found;
}

std::string watched_bond::usable() const {
    std::string text;
    for (const auto& slave : plan.slaves)
        if (slave.usable)
            text += digit(slave.name);
    return text;
}

std::string watched_bond::senders() const {
    return digits(plan, plan.senders);
}

std::string watched_bond::active() const {
    return plan.active.empty() ? "-" : digit(plan.active);
}

std::string watched_bond::preference() const {
    return digits(plan, plan.preference);
}

std::string watched_bond::story() const {
    std::string text;
    for (const auto& event : told) {
        text += text.empty() ? "" : "; ";
        text += name_of(event.what);
        text += event.who.empty() ? "" : " " + event.who;
        text += " " + std::string(name_of(event.why));
    }
    return text;
}

} // namespace xdpbond::test
