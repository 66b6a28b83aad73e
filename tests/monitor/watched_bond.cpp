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

// What must hold in every plan: the first thing that does not, or "".
std::string fault_of(const watched_bond& bond, const slave_facts& seen, const slave_plan& slave) {
    const bool runs = seen.ifindex != 0 && seen.up && seen.carrier;
    const bool unwatched = bond.options.miimon == 0 && slave.active; // the kernel goes on with it
    if (slave.name != seen.name)
        return "is at another's place";
    if (slave.active != (slave.name == bond.plan.active))
        return "is active beside another";
    if (!slave.usable)
        return "";
    if (!runs && slave.link != link_state::fail && !unwatched)
        return "usable without carrier, and no downdelay runs";
    if (slave.link != link_state::up && slave.link != link_state::fail)
        return "usable and down";
    return seen.standby || seen.ifindex == 0 ? "usable on standby, or without an interface" : "";
}

std::string fault_of_order(const watched_bond& bond) {
    const auto& plan = bond.plan;
    const auto is_usable = [&](std::uint32_t place) { return plan.slaves.at(place).usable; };
    if (!std::ranges::is_sorted(plan.senders) || !std::ranges::all_of(plan.senders, is_usable))
        return "senders are not usable slaves in enslave order";
    if (plan.ready != std::ranges::count(plan.slaves, true, &slave_plan::usable) ||
        plan.ready > plan.preference.size() ||
        !std::ranges::all_of(plan.preference.begin(), plan.preference.begin() + plan.ready, is_usable))
        return "who is ready is not who is usable";
    auto listed = plan.preference;
    std::ranges::sort(listed);
    if (std::ranges::adjacent_find(listed) != listed.end())
        return "a slave is preferred twice";
    if (std::ranges::any_of(listed, [&](std::uint32_t place) { return bond.slaves.at(place).standby; }))
        return "a slave on standby is preferred";
    if (bond.options.mode == XDPBOND_MODE_ACTIVE_BACKUP &&
        (plan.active.empty() != (plan.ready == 0) || (plan.ready && !plan.slaves[plan.preference[0]].active)))
        return "the active slave is not the most preferred one that is usable";
    return plan.next > bond.now ? "" : "the next call would be now";
}

std::string fault_of(const watched_bond& bond) {
    if (bond.plan.slaves.size() != bond.slaves.size())
        return "the plan has other slaves";
    for (std::size_t i = 0; i < bond.slaves.size(); ++i)
        if (const auto fault = fault_of(bond, bond.slaves[i], bond.plan.slaves[i]); !fault.empty())
            return bond.slaves[i].name + ": " + fault;
    const auto active = std::ranges::count(bond.plan.slaves, true, &slave_plan::active);
    if (active != (bond.plan.active.empty() ? 0 : 1))
        return "there is not one active slave";
    if (const auto fault = fault_of_order(bond); !fault.empty())
        return fault;
    monitor_memory memory = bond.memory;
    monitor_plan expected = bond.plan;
    expected.events.clear();
    return advance(memory, bond.options, bond.slaves, bond.now) == expected ? "" : "the same call again changes it";
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
    CHECK(fault_of(*this) == "");
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

watched_bond backup_bond(unsigned count, reselect how, const std::string& primary) {
    watched_bond bond(count, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.options.primary_reselect = how;
    bond.options.primary = primary;
    bond.look();
    bond.forget();
    return bond;
}

} // namespace xdpbond::test
