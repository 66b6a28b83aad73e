// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "monitor_members.hpp"

#include "monitor_link.hpp"
#include "monitor_select.hpp"

#include <algorithm>
#include <utility>

namespace xdpbond::control {

namespace {

const slave_facts* find(std::span<const slave_facts> slaves, std::string_view name) {
    const auto found = std::ranges::find(slaves, name, &slave_facts::name);
    return found == slaves.end() ? nullptr : &*found;
}

void see(monitored_slave& slave, const slave_facts& now, bool first_look) {
    slave.flapped = !first_look && runs(slave.seen) && runs(now) &&
                    (now.ifindex != slave.seen.ifindex || now.carrier_downs != slave.seen.carrier_downs);
    slave.seen = now;
    if (now.speed != 0) {
        slave.speed = now.speed;
        slave.full_duplex = now.full_duplex;
    }
}

// Those that are no slaves any more. True: the primary is among them.
bool release(monitor_step& step, std::span<const slave_facts> slaves) {
    monitor_memory& memory = step.memory;
    bool primary_left = false;
    bool active_left = false;
    std::erase_if(memory.slaves, [&](const monitored_slave& slave) {
        const std::string& name = slave.seen.name;
        if (find(slaves, name))
            return false;
        step.tell(happening::left, name, cause::command);
        primary_left |= name == memory.options.primary;
        active_left |= name == memory.active;
        return true;
    });
    if (active_left)
        replace_active(step);
    return primary_left;
}

// What was seen of the slaves before, and those of them whose order changed.
void look_again(monitor_step& step, std::span<const slave_facts> slaves) {
    auto& known = step.memory.slaves;
    std::ranges::sort(known, {}, [&](const monitored_slave& slave) { return find(slaves, slave.seen.name); });
    bool prio_changed = false;
    for (auto& slave : known) {
        const slave_facts& now = *find(slaves, slave.seen.name);
        const bool was_standby = slave.seen.standby;
        prio_changed |= now.prio != slave.seen.prio;
        see(slave, now, !step.memory.started);
        if (was_standby == now.standby)
            continue;
        step.tell(now.standby ? happening::drained : happening::resumed, now.name, cause::command);
        if (now.standby && find(step.memory, step.memory.active) == &slave)
            replace_active(step);
        else if (!now.standby && slave.link == link_state::up && goes_before_active(step.memory, slave))
            select_active(step, cause::command);
    }
    if (prio_changed && step.memory.started && step.active_backup() && !primary_of(step.memory))
        select_active(step, cause::option);
}

void set_options(monitor_step& step, const monitor_options& options, bool primary_left) {
    monitor_memory& memory = step.memory;
    const monitor_options before = std::exchange(memory.options, options);
    if (!memory.started)
        return;
    if (options.miimon != before.miimon)
        memory.next_poll = step.now;
    if (options.mode != before.mode) { // as if all had joined anew
        memory.asked_for.clear();
        memory.force_primary = primary_of(memory) != nullptr;
        select_active(step, cause::option);
        return;
    }
    if (!step.active_backup())
        return;
    if (options.primary != before.primary) {
        memory.force_primary |= primary_of(memory) != nullptr;
        // A primary that is no slave yet is remembered and changes nothing; that it left was no reason to choose anew.
        if (primary_of(memory) || find(memory, before.primary) || (options.primary.empty() && !primary_left))
            select_active(step, cause::option);
    }
    if (options.primary_reselect != before.primary_reselect)
        select_active(step, cause::option);
}

// New slaves, one after the other.
void enslave(monitor_step& step, std::span<const slave_facts> slaves) {
    monitor_memory& memory = step.memory;
    for (std::size_t i = 0; i < slaves.size(); ++i) {
        if (find(memory, slaves[i].name))
            continue;
        const std::size_t place = std::min(i, memory.slaves.size());
        auto& slave = *memory.slaves.emplace(memory.slaves.begin() + static_cast<std::ptrdiff_t>(place));
        see(slave, slaves[i], true);
        begin_link(step, slave);
        if (&slave == primary_of(memory))
            memory.force_primary = true;
        if (step.active_backup())
            select_active(step, cause::command);
        else if (memory.active.empty() && slave.link == link_state::up && !slave.seen.standby)
            memory.active = slave.seen.name;
    }
}

} // namespace

void follow_changes(monitor_step& step, const monitor_options& options, std::span<const slave_facts> slaves) {
    const bool primary_left = release(step, slaves);
    set_options(step, options, primary_left);
    look_again(step, slaves);
    enslave(step, slaves);
}

} // namespace xdpbond::control
