// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "monitor_link.hpp"

#include "monitor_select.hpp"

#include <algorithm>
#include <optional>

namespace xdpbond::control {

namespace {

// What one inspection works on.
struct inspection {
    monitor_step& step;
    bool poll = false;
    bool ignore_updelay = false; // nothing can send: the first that could does
};

// A change that an inspection proposes.
struct proposal {
    link_state link;
    cause why;
};

cause why_lost(const monitored_slave& slave) {
    if (slave.seen.ifindex == 0)
        return cause::gone;
    return slave.flapped ? cause::flapped : !slave.seen.up ? cause::set_down : cause::carrier_lost;
}

bool lacks_speed(const monitor_step& step, const monitored_slave& slave) {
    return step.options().mode == XDPBOND_MODE_8023AD && slave.seen.speed == 0;
}

// 802.3ad uses no link whose driver does not tell these. It is no failure, and told once.
bool drop_speedless(monitor_step& step) {
    bool active_lost = false;
    for (auto& slave : step.memory.slaves) {
        if (!lacks_speed(step, slave) || !runs(slave.seen) ||
            (slave.link == link_state::down && slave.why == cause::no_speed))
            continue;
        active_lost |= slave.link != link_state::down && slave.seen.name == step.memory.active;
        step.enter(slave, link_state::down, happening::down, cause::no_speed);
    }
    return active_lost;
}

// A delay that has begun in this call is over at once where it is 0; else only a poll ends it.
bool is_over(const inspection& look, const monitored_slave& slave, bool fresh) {
    return slave.delay == 0 && (look.poll || fresh);
}

void count_down(const inspection& look, monitored_slave& slave) {
    if (look.poll && slave.delay > 0)
        --slave.delay;
}

std::optional<proposal> inspect_used(inspection& look, monitored_slave& slave) {
    const bool fresh = slave.link == link_state::up;
    const bool gone = slave.seen.ifindex == 0;
    if (runs(slave.seen))
        return fresh ? std::nullopt : std::optional(proposal{link_state::up, cause::recovered});
    const cause why = fresh || gone ? why_lost(slave) : cause::downdelay_over;
    if (fresh)
        slave.delay = look.step.options().downdelay;
    if (gone) // nothing to wait for
        slave.delay = 0;
    if (is_over(look, slave, fresh || gone))
        return proposal{link_state::down, why};
    count_down(look, slave);
    return fresh ? std::optional(proposal{link_state::fail, why}) : std::nullopt;
}

std::optional<proposal> inspect_unused(inspection& look, monitored_slave& slave) {
    const bool fresh = slave.link == link_state::down;
    if (!runs(slave.seen) || lacks_speed(look.step, slave))
        return fresh ? std::nullopt : std::optional(proposal{link_state::down, cause::lost_again});
    if (fresh)
        slave.delay = look.step.options().updelay;
    const bool urgent = look.ignore_updelay && !slave.seen.standby;
    cause why = fresh ? cause::carrier_back : cause::updelay_over;
    if (urgent && slave.delay > 0)
        why = cause::only_one;
    if (urgent)
        slave.delay = 0;
    if (is_over(look, slave, fresh || urgent)) {
        look.ignore_updelay = false;
        return proposal{link_state::up, why};
    }
    count_down(look, slave);
    return fresh ? std::optional(proposal{link_state::back, why}) : std::nullopt;
}

// Whether the active slave should be chosen anew.
bool commit(monitor_step& step, monitored_slave& slave, const proposal& change) {
    monitor_memory& memory = step.memory;
    switch (change.link) {
    case link_state::fail:
        step.enter(slave, link_state::fail, happening::going_down, change.why);
        return false;
    case link_state::back:
        step.enter(slave, link_state::back, happening::going_back, change.why);
        return false;
    case link_state::down:
        ++slave.failures;
        if (slave.failures == 0) // it stays at its end
            --slave.failures;
        step.enter(slave, link_state::down, happening::down, change.why);
        return slave.seen.name == memory.active;
    case link_state::up:
        break;
    }
    step.enter(slave, link_state::up, happening::up, change.why);
    return !slave.seen.standby && goes_before_active(memory, slave);
}

// That updelay is ignored then is what the kernel's manual promises for every mode. In balance-rr and broadcast, where
// it keeps no list of usable slaves, the kernel itself waits.
bool nothing_sends(const monitor_step& step) {
    if (step.active_backup())
        return step.memory.active.empty();
    return std::ranges::none_of(step.memory.slaves, can_send);
}

void look_once(monitor_step& step, bool poll) {
    auto& slaves = step.memory.slaves;
    bool choose = drop_speedless(step);
    inspection look{step, poll, nothing_sends(step)};
    // All are inspected before any changes: each is judged by what was so when the look began.
    std::vector<std::optional<proposal>> proposals;
    for (auto& slave : slaves)
        proposals.push_back(slave.link == link_state::up || slave.link == link_state::fail
                                ? inspect_used(look, slave)
                                : inspect_unused(look, slave));
    for (std::size_t i = 0; i < slaves.size(); ++i)
        if (proposals[i])
            choose |= commit(step, slaves[i], *proposals[i]);
    const monitored_slave* active = find(step.memory, step.memory.active);
    if (choose && active && active->link == link_state::down)
        replace_active(step);
    else if (choose)
        select_active(step, cause::preferred);
}

} // namespace

void look_at_links(monitor_step& step, bool poll) {
    look_once(step, poll);
    // A link that came back in the same moment in which the last one failed: the kernel's next poll takes it.
    const auto waits = [](const monitored_slave& slave) {
        return slave.link == link_state::back && runs(slave.seen) && !slave.seen.standby;
    };
    if (nothing_sends(step) && std::ranges::any_of(step.memory.slaves, waits))
        look_once(step, false);
}

void look_at_interfaces(monitor_step& step) {
    for (auto& slave : step.memory.slaves) {
        if (slave.seen.ifindex == 0 && slave.link != link_state::down) {
            if (commit(step, slave, {link_state::down, cause::gone}))
                replace_active(step);
        } else if (slave.seen.ifindex != 0 && slave.link == link_state::down && slave.why == cause::gone) {
            if (commit(step, slave, {link_state::up, cause::returned}))
                select_active(step, cause::preferred);
        }
    }
}

void begin_link(monitor_step& step, monitored_slave& slave) {
    const bool watched = step.options().miimon != 0;
    slave.delay = 0;
    slave.link = link_state::up;
    if (slave.seen.ifindex == 0 || (watched && !runs(slave.seen)))
        slave.link = link_state::down;
    else if (watched && step.options().updelay != 0) {
        slave.link = link_state::back;
        slave.delay = step.options().updelay;
    }
    slave.changed = step.now;
    slave.why = slave.link == link_state::down && slave.seen.ifindex == 0 ? cause::gone : cause::command;
    step.tell(happening::joined, slave.seen.name, cause::command);
}

} // namespace xdpbond::control
