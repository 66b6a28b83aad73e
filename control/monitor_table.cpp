// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/monitor_table.hpp>

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/plan.hpp>

#include <algorithm>
#include <utility>

namespace xdpbond::control {

namespace {

std::uint32_t slaves_of(const xdpbond_config& config, std::size_t known) {
    return static_cast<std::uint32_t>(std::min<std::size_t>({config.slaves, known, XDPBOND_SLAVES_MAX}));
}

bool is_published(const xdpbond_half& half, std::uint32_t ifindex) {
    const std::span slaves(half.slave, std::min<std::uint32_t>(half.slaves, XDPBOND_SLAVES_MAX));
    return ifindex != 0 && std::ranges::any_of(slaves, [ifindex](const xdpbond_port& port) {
               return port.ifindex == ifindex && port.flags & XDPBOND_PORT_USABLE;
           });
}

// The first of these that carries frames now, as the program would find it.
std::string first_alive(std::span<const xdpbond_port> ports, std::span<const slave_facts> slaves) {
    for (const auto& port : ports)
        for (const auto& slave : slaves)
            if (slave.ifindex == port.ifindex && slave.ifindex != 0 && slave.up && slave.carrier)
                return slave.name;
    return "";
}

} // namespace

std::vector<slave_facts> facts_of(const xdpbond_config& config, std::span<const link_facts> links) {
    std::vector<slave_facts> slaves;
    for (std::uint32_t i = 0; i < slaves_of(config, links.size()); ++i) {
        const xdpbond_config_slave& slave = config.slave[i];
        const link_facts& link = links[i];
        slaves.push_back({.name = name_of(slave.name),
                          .ifindex = link.ifindex == slave.ifindex ? link.ifindex : 0,
                          .up = link.up,
                          .carrier = link.carrier,
                          .carrier_downs = link.carrier_downs,
                          .speed = link.speed,
                          .full_duplex = link.full_duplex,
                          .prio = slave.prio,
                          .standby = (slave.flags & XDPBOND_SLAVE_STANDBY) != 0});
    }
    return slaves;
}

xdpbond_half plan_half(const xdpbond_config& config, std::span<const link_facts> links, const link_facts& peer,
                       const monitor_plan& plan) {
    xdpbond_half half = plan_half(config, links, peer);
    half.slaves = std::min<std::uint32_t>(half.slaves, static_cast<std::uint32_t>(plan.slaves.size()));
    half.usable = half.preferred = 0;
    std::ranges::fill(half.sender, xdpbond_port{});
    std::ranges::fill(half.preference, xdpbond_port{});
    for (std::uint32_t i = 0; i < half.slaves; ++i) {
        half.slave[i].flags &= static_cast<__u16>(~XDPBOND_PORT_USABLE);
        if (plan.slaves[i].usable)
            half.slave[i].flags |= XDPBOND_PORT_USABLE;
    }
    for (const std::uint32_t place : plan.senders)
        half.sender[half.usable++] = half.slave[place];
    for (std::uint32_t i = 0; i < plan.preference.size(); ++i) {
        if (i >= plan.ready && !config.options.carrier_check)
            break;
        xdpbond_port& port = half.preference[half.preferred++] = half.slave[plan.preference[i]];
        port.flags |= XDPBOND_PORT_USABLE;
    }
    return half;
}

bool remember(xdpbond_config& config, const monitor_plan& plan) {
    bool changed = false;
    const auto keep = [&changed](auto& field, auto now) {
        changed |= field != now;
        field = now;
    };
    for (std::uint32_t i = 0; i < slaves_of(config, plan.slaves.size()); ++i) {
        keep(config.slave[i].link_failure_count, plan.slaves[i].failures);
        keep(config.slave[i].link, static_cast<__u32>(plan.slaves[i].link));
    }
    keep(config.failovers, __u64{plan.failovers});
    if (name_of(config.active_slave) != plan.active_slave) {
        set_name(config.active_slave, plan.active_slave);
        changed = true;
    }
    return changed;
}

void remember(xdpbond_config& config, const monitor_event& event, std::uint64_t when) {
    const auto write = [&](xdpbond_change& last) {
        last.when = when;
        set_name(last.slave, event.who);
        set_name(last.what, name_of(event.what));
        set_name(last.why, name_of(event.why));
    };
    write(config.last);
    if (event.what == happening::active || event.what == happening::no_active)
        return; // of the bond, though it names a slave
    for (std::uint32_t i = 0; i < slaves_of(config, XDPBOND_SLAVES_MAX); ++i)
        if (!event.who.empty() && name_of(config.slave[i].name) == event.who)
            write(config.slave[i].last);
}

void follow_renames(monitor_memory& memory, std::span<const slave_facts> slaves) {
    for (const auto& slave : slaves) {
        const auto knows = [&memory](const std::string& name) {
            return std::ranges::any_of(memory.slaves, [&](const auto& known) { return known.seen.name == name; });
        };
        auto known = std::ranges::find_if(memory.slaves, [&](const monitored_slave& each) {
            return slave.ifindex != 0 && each.seen.ifindex == slave.ifindex && each.seen.name != slave.name;
        });
        if (known == memory.slaves.end() || knows(slave.name))
            continue;
        const std::string before = std::exchange(known->seen.name, slave.name);
        for (std::string* name :
             {&memory.active, &memory.asked_for, &memory.sender, &memory.last_active, &memory.options.primary})
            if (*name == before)
                *name = slave.name;
    }
}

monitor_memory take_over(const xdpbond_config& config, std::span<const link_facts> links,
                         const xdpbond_half& published) {
    monitor_memory memory;
    const auto slaves = facts_of(config, links);
    memory.active = first_alive({published.preference, published.preferred}, slaves);
    memory.last_active = memory.active;
    memory.asked_for = name_of(config.active_slave) == memory.active ? memory.active : "";
    memory.failovers = config.failovers;
    if (published.usable == 1)
        memory.sender = first_alive({published.sender, published.usable}, slaves);
    for (std::uint32_t i = 0; i < slaves.size(); ++i) {
        monitored_slave& slave = memory.slaves.emplace_back();
        slave.seen = slaves[i];
        const bool sends = is_published(published, slaves[i].ifindex) || slaves[i].name == memory.active;
        slave.link = sends ? link_state::up : link_state::down;
        slave.failures = config.slave[i].link_failure_count;
        memory.carrier |= slave.link == link_state::up;
    }
    return memory;
}

} // namespace xdpbond::control
