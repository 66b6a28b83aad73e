// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/monitor.hpp>

#include "monitor_link.hpp"
#include "monitor_members.hpp"
#include "monitor_plan.hpp"
#include "monitor_select.hpp"
#include "sentence.hpp"

#include <algorithm>
#include <utility>

namespace xdpbond::control {

namespace {

// Carrier that was lost and is back: first a look at the loss, then at what is so now.
void look_at_flaps(monitor_step& step, const std::vector<monitored_slave>& before) {
    auto& slaves = step.memory.slaves;
    if (std::ranges::none_of(slaves, &monitored_slave::flapped))
        return;
    std::vector<slave_facts> now;
    for (auto& slave : slaves) {
        now.push_back(slave.seen);
        if (!slave.flapped)
            continue;
        const auto old = std::ranges::find(before, slave.seen.name, [](const auto& known) { return known.seen.name; });
        if (old->seen.ifindex != slave.seen.ifindex)
            slave.seen.ifindex = 0;
        slave.seen.carrier = false;
    }
    if (step.options().miimon != 0)
        look_at_links(step, false);
    else
        look_at_interfaces(step);
    for (std::size_t i = 0; i < slaves.size(); ++i) {
        slaves[i].seen = now[i];
        slaves[i].flapped = false;
    }
}

} // namespace

monitor_plan advance(monitor_memory& memory, const monitor_options& options, std::span<const slave_facts> slaves,
                     moment now) {
    monitor_step step{memory, now};
    const auto before = memory.slaves;
    follow_changes(step, options, slaves);
    // A clock that was set back must not make the next poll wait.
    const auto period = std::chrono::milliseconds(options.miimon);
    const bool poll =
        options.miimon != 0 && (!memory.started || now >= memory.next_poll || memory.next_poll - now > period);
    if (!memory.started && memory.active.empty()) // taken over without one
        select_active(step, cause::preferred);
    look_at_flaps(step, before);
    if (options.miimon != 0)
        look_at_links(step, poll);
    else
        look_at_interfaces(step);
    memory.started = true;
    if (poll)
        memory.next_poll = now + period;
    return make_plan(step);
}

result<void> choose_active(monitor_memory& memory, std::string_view name, moment now) {
    monitor_step step{memory, now};
    if (!step.active_backup())
        return error{exit_code::usage, text("active_slave=", name, ": only mode active-backup has an active slave")};
    if (name.empty()) {
        memory.asked_for.clear();
        const std::string before = std::exchange(memory.active, "");
        const std::size_t told = memory.events.size();
        select_active(step, cause::active_slave);
        if (memory.active == before) // nothing has happened
            memory.events.resize(told);
        else if (memory.active.empty())
            step.tell(happening::no_active, before, cause::active_slave);
        return {};
    }
    monitored_slave* slave = find(memory, name);
    if (!slave)
        return error{exit_code::no_such, text(name, ": is not a slave of this bond")};
    if (name != memory.active) {
        if (slave->seen.standby)
            return error{exit_code::busy, text(name, ": is on standby; set it to state=active first")};
        if (slave->link != link_state::up || !runs(slave->seen))
            return error{exit_code::busy, text(name, ": its link is ", name_of(slave->link),
                                               "; only a slave that is up can become the active one")};
        if (memory.active.empty())
            return error{exit_code::busy, text(name, ": there is no active slave that it could take over from")};
        change_active(step, slave, cause::active_slave);
    }
    memory.asked_for = name;
    return {};
}

void set_again(monitor_memory& memory, std::string_view option, moment now) {
    monitor_step step{memory, now};
    if (!step.active_backup())
        return;
    const bool primary = primary_of(memory) != nullptr;
    if (option == "primary") {
        memory.force_primary |= primary;
        if (primary || memory.options.primary.empty())
            select_active(step, cause::option);
    } else if (option == "primary_reselect" || (option == "prio" && !primary))
        select_active(step, cause::option);
}

} // namespace xdpbond::control
