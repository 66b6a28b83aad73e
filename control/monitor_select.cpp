// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "monitor_select.hpp"

#include <limits>
#include <tuple>
#include <utility>

namespace xdpbond::control {

namespace {

struct choice {
    monitored_slave* slave = nullptr;
    cause why = cause::none; // where it says more than what made us choose
};

bool is_up(const monitored_slave* slave) {
    return slave && slave->link == link_state::up;
}

// A speed that is not known is the kernel's -1, and so the highest; so is an unknown duplex.
auto quality(const monitored_slave& slave) {
    constexpr auto unknown = std::numeric_limits<std::uint32_t>::max();
    const bool known = slave.seen.speed != 0;
    return std::tuple(known ? slave.seen.speed : unknown, known ? (slave.seen.full_duplex ? 1 : 0) : 255);
}

// Of those that are up: the highest prio, the first of equals.
monitored_slave* highest(monitor_memory& memory) {
    monitored_slave* best = nullptr;
    for (auto& slave : memory.slaves)
        if (is_up(&slave) && !slave.seen.standby && (!best || prio_of(memory, slave) > prio_of(memory, *best)))
            best = &slave;
    return best;
}

// Whether `rival`, which is up, takes over from `active` that is up too.
bool takes_over(const monitor_step& step, const monitored_slave& rival, const monitored_slave& active) {
    switch (step.active_backup() ? step.options().primary_reselect : reselect::always) {
    case reselect::always:
        return true;
    case reselect::better:
        return quality(rival) > quality(active);
    case reselect::failure:
        return false;
    }
    return false;
}

// The primary, or while it is not up the best of the others, against the active one; nullptr: none of them is up.
choice primary_or_active(monitor_step& step) {
    monitor_memory& memory = step.memory;
    monitored_slave* active = find(memory, memory.active);
    choice rival{primary_of(memory), cause::primary};
    if (is_up(rival.slave)) {
        if (std::exchange(memory.force_primary, false))
            return rival;
    } else {
        rival = {highest(memory), cause::preferred};
        if (!rival.slave || rival.slave == active)
            return {is_up(active) ? active : nullptr};
    }
    if (is_up(active) && !takes_over(step, *rival.slave, *active))
        return {active};
    return rival;
}

// Where nothing is up, the one whose updelay is nearest its end. One at its very beginning waits for the next poll,
// which cuts its updelay short.
choice best_of(monitor_step& step) {
    if (const choice up = primary_or_active(step); up.slave)
        return up;
    choice best{nullptr, cause::only_one};
    std::uint32_t least = step.options().updelay;
    for (auto& slave : step.memory.slaves)
        if (slave.link == link_state::back && runs(slave.seen) && !slave.seen.standby && slave.delay < least) {
            least = slave.delay;
            best.slave = &slave;
        }
    return best;
}

} // namespace

monitored_slave* primary_of(monitor_memory& memory) {
    if (memory.options.mode != XDPBOND_MODE_ACTIVE_BACKUP || memory.options.primary.empty())
        return nullptr;
    monitored_slave* primary = find(memory, memory.options.primary);
    return primary && !primary->seen.standby ? primary : nullptr;
}

std::int32_t prio_of(const monitor_memory& memory, const monitored_slave& slave) {
    return memory.options.mode == XDPBOND_MODE_ACTIVE_BACKUP ? slave.seen.prio : 0;
}

bool goes_before_active(monitor_memory& memory, const monitored_slave& slave) {
    const monitored_slave* active = find(memory, memory.active);
    return !active || &slave == primary_of(memory) || prio_of(memory, slave) > prio_of(memory, *active);
}

void select_active(monitor_step& step, cause why) {
    const choice best = best_of(step);
    change_active(step, best.slave, why == cause::failover || best.why == cause::none ? why : best.why);
}

void replace_active(monitor_step& step) {
    monitor_memory& memory = step.memory;
    const std::string before = std::exchange(memory.active, "");
    memory.asked_for.clear();
    select_active(step, cause::failover);
    if (memory.active.empty() && step.active_backup())
        step.tell(happening::no_active, before, cause::failover);
}

void change_active(monitor_step& step, monitored_slave* next, cause why) {
    monitor_memory& memory = step.memory;
    if ((next ? next->seen.name : "") == memory.active)
        return;
    const std::string before = std::exchange(memory.active, next ? next->seen.name : "");
    if (memory.active != memory.asked_for)
        memory.asked_for.clear();
    if (!next) {
        if (step.active_backup())
            step.tell(happening::no_active, before, why);
        return;
    }
    if (next->link == link_state::back)
        step.enter(*next, link_state::up, happening::up, cause::only_one);
    if (!step.active_backup())
        return;
    step.tell(happening::active, next->seen.name, why);
    if (!memory.last_active.empty() && memory.last_active != next->seen.name)
        ++memory.failovers;
    memory.last_active = next->seen.name;
}

} // namespace xdpbond::control
