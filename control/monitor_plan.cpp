// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "monitor_plan.hpp"

#include "monitor_select.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace xdpbond::control {

namespace {

bool is_usable(const monitor_step& step, const monitored_slave& slave) {
    if (can_send(slave))
        return true;
    // The kernel goes on sending through it: its downdelay runs, or nobody watches its link.
    return step.active_backup() && slave.seen.name == step.memory.active && slave.seen.ifindex != 0 &&
           !slave.seen.standby && (slave.link == link_state::fail || slave.link == link_state::up);
}

// 802.3ad without LACP: each slave is an aggregator of its own. The selected one stays while it is up, then the
// fastest.
void choose_sender(monitor_step& step) {
    monitor_memory& memory = step.memory;
    if (memory.options.mode != XDPBOND_MODE_8023AD) {
        memory.sender.clear();
        return;
    }
    if (const monitored_slave* sender = find(memory, memory.sender); sender && can_send(*sender))
        return;
    const monitored_slave* fastest = nullptr;
    for (const auto& slave : memory.slaves)
        if (can_send(slave) && (!fastest || slave.seen.speed > fastest->seen.speed))
            fastest = &slave;
    memory.sender = fastest ? fastest->seen.name : "";
}

// The kernel goes by the state of the links, not by who may send: with downdelay running no slave is up.
bool has_carrier(const monitor_step& step) {
    const monitor_memory& memory = step.memory;
    if (memory.options.mode == XDPBOND_MODE_8023AD)
        return (memory.sender.empty() ? 0u : 1u) >= std::max(memory.options.min_links, 1u);
    return std::ranges::any_of(memory.slaves, [](const monitored_slave& slave) {
        return slave.link == link_state::up && !slave.seen.standby;
    });
}

void tell_carrier(monitor_step& step) {
    const bool carrier = has_carrier(step);
    if (std::exchange(step.memory.carrier, carrier) != carrier)
        step.tell(carrier ? happening::bond_up : happening::bond_down, "", cause::links);
}

// How late a slave stands in the order of preference: the smaller the better.
auto rank(monitor_step& step, const monitored_slave& slave) {
    monitor_memory& memory = step.memory;
    const bool usable = is_usable(step, slave);
    // Of those that are not in use, one that has carrier and waits least; a dead one last.
    const std::uint32_t waits = usable                           ? 0
                                : slave.link == link_state::back ? 1 + slave.delay
                                                                 : std::numeric_limits<std::uint32_t>::max();
    return std::tuple(!usable, slave.seen.name != memory.active, slave.seen.name != memory.sender, waits,
                      &slave != primary_of(memory), -std::int64_t{prio_of(memory, slave)});
}

void order(monitor_step& step, monitor_plan& plan) {
    const auto& slaves = step.memory.slaves;
    for (std::uint32_t i = 0; i < slaves.size(); ++i) {
        if (slaves[i].seen.standby || slaves[i].seen.ifindex == 0)
            continue;
        plan.preference.push_back(i);
        plan.ready += plan.slaves[i].usable;
        const bool alone = step.options().mode == XDPBOND_MODE_8023AD;
        if (plan.slaves[i].usable && (!alone || slaves[i].seen.name == step.memory.sender))
            plan.senders.push_back(i);
    }
    std::ranges::stable_sort(plan.preference, {}, [&](std::uint32_t i) { return rank(step, slaves[i]); });
}

} // namespace

std::string_view name_of(link_state state) {
    constexpr std::string_view names[] = {"up", "going down", "down", "going back"};
    return names[static_cast<std::size_t>(state)];
}

monitor_plan make_plan(monitor_step& step) {
    monitor_memory& memory = step.memory;
    choose_sender(step);
    tell_carrier(step);
    monitor_plan plan;
    for (const auto& slave : memory.slaves)
        plan.slaves.push_back({.name = slave.seen.name,
                               .link = slave.link,
                               .usable = is_usable(step, slave),
                               .active = slave.seen.name == memory.active,
                               .failures = slave.failures,
                               .delay_ms = std::uint64_t{slave.delay} * memory.options.miimon,
                               .speed = slave.speed,
                               .full_duplex = slave.full_duplex,
                               .changed = slave.changed,
                               .why = slave.why});
    order(step, plan);
    plan.active = memory.active;
    plan.active_slave = memory.asked_for;
    plan.failovers = memory.failovers;
    plan.carrier = memory.carrier;
    plan.events = std::exchange(memory.events, {});
    if (memory.options.miimon != 0)
        plan.next = memory.next_poll;
    return plan;
}

} // namespace xdpbond::control
