// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "table_plan.hpp"

#include "attached.hpp"
#include "sentence.hpp"
#include "slave_entry.hpp"

#include <xdpbond/control/plan.hpp>
#include <xdpbond/control/planner.hpp>
#include <xdpbond/control/publish.hpp>

#include <utility>
#include <vector>

namespace xdpbond::control {

namespace {

// What the plan may count on: a port without our program takes no part.
link_facts facts_of(attached_slave&& slave) {
    return slave.attached ? std::move(slave.port) : link_facts{};
}

} // namespace

result<xdpbond_half> plan_now(const place& here, const bond_pins& pins, const xdpbond_config& with_unfinished) {
    const xdpbond_config config = without_unfinished(with_unfinished);
    std::vector<link_facts> slaves;
    for (auto& slave : look_at_slaves(pins, config, here.net))
        slaves.push_back(facts_of(std::move(slave)));
    link_facts peer;
    if (config.peer.name[0])
        peer = facts_of(look_at(pins, config.peer, here.net));
    if (here.planner)
        return here.planner->plan(config, slaves, peer);
    return plan_half(config, slaves, peer);
}

result<std::string> publish_plan(const place& here, const bond_pins& pins, const xdpbond_config& config) {
    auto table = publisher::open(pins);
    if (!table)
        return table.failure();
    auto planned = plan_now(here, pins, config);
    if (!planned)
        return planned.failure();
    auto half = table->publish(*planned, config.options);
    if (!half)
        return half.failure();
    if (here.planner)
        here.planner->published();
    if (auto settled = table->settle(); !settled)
        return settled.failure();
    return text("publish ", half->slaves, " slaves, ", half->usable, " of them usable");
}

} // namespace xdpbond::control
