// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "reconcile.hpp"

#include "bond_plan.hpp"
#include "text.hpp"

#include <algorithm>

namespace xdpbond::loader {
namespace {

using control::bond_state;

class planning {
public:
    planning(const configuration& wanted, std::span<const bond_state> there, const found_ports& ports)
        : wanted_(wanted), there_(there), ports_(ports) {}

    reconciliation all() {
        if (refuse_same_interfaces())
            return std::move(made_);
        for (const auto& bond : there_)
            if (!find(bond.name) && bond.config.flags & XDPBOND_BOND_FROM_FILE)
                made_.orders.push_back(order_down(bond.name));
            else if (!find(bond.name))
                keep(bond);
        for (const auto& bond : wanted_.bonds)
            plans_.emplace_back(bond, state_of(bond.request.name), ports_, std::nullopt, made_);
        return run();
    }

    reconciliation only(std::span<const waiting_port> waiting) {
        if (refuse_same_interfaces())
            return std::move(made_);
        for (const auto& bond : there_)
            if (!find(bond.name))
                keep(bond);
        for (const auto& bond : wanted_.bonds) {
            concerned_ports concerned = std::set<std::string>();
            bool waits = false;
            for (const auto& each : waiting)
                if (each.bond == bond.request.name) {
                    waits = true;
                    if (each.port.empty())
                        concerned.reset();
                    else if (concerned)
                        concerned->insert(each.port);
                }
            if (waits)
                plans_.emplace_back(bond, state_of(bond.request.name), ports_, std::move(concerned), made_);
            else if (const auto* there = state_of(bond.request.name))
                keep(*there);
        }
        return run();
    }

private:
    struct holder {
        std::string bond;
        bool configured;
    };

    const configured_bond* find(const std::string& name) const {
        const auto found =
            std::ranges::find(wanted_.bonds, name, [](const configured_bond& bond) { return bond.request.name; });
        return found == wanted_.bonds.end() ? nullptr : &*found;
    }

    const bond_state* state_of(const std::string& name) const {
        const auto found = std::ranges::find(there_, name, &bond_state::name);
        return found == there_.end() ? nullptr : &*found;
    }

    // A bond that is left as it is.
    void keep(const bond_state& bond) {
        const bool configured = find(bond.name);
        for (const auto& slave : bond.slaves)
            kept_.emplace(text_of(slave.config.name), holder{bond.name, configured});
        if (bond.has_peer)
            kept_.emplace(text_of(bond.config.peer.name), holder{bond.name, configured});
    }

    // Two names of one port, which only the kernel knows of.
    bool refuse_same_interfaces() {
        std::map<std::uint32_t, std::string> seen;
        bool refused = false;
        for (const auto& bond : wanted_.bonds) {
            auto names = bond.request.slaves;
            if (!bond.request.peer.empty())
                names.push_back(bond.request.peer);
            for (const auto& name : names) {
                const auto port = ports_.find(name);
                if (port == ports_.end())
                    continue;
                const auto [other, first] = seen.emplace(port->second.ifindex, name);
                if (first || other->second == name)
                    continue;
                made_.refused.push_back({wanted_.file, bond.slaves_line, 0,
                                         "bond " + bond.request.name + ": " + name + " and " + other->second +
                                             " are the same interface; give each port once"});
                refused = true;
            }
        }
        return refused;
    }

    // Who has a port now, as far as the orders up to here lead.
    std::map<std::string, holder> holders() const {
        auto all = kept_;
        for (const auto& plan : plans_)
            for (const auto& port : plan.has())
                all.emplace(port, holder{plan.name(), true});
        return all;
    }

    std::set<std::string> taken_from(const bond_plan& plan) const {
        std::set<std::string> ports;
        for (const auto& [port, holder] : holders())
            if (holder.bond != plan.name())
                ports.insert(port);
        return ports;
    }

    // What one bond needs of another is let go there first; where nothing is exchanged, the first step is all.
    reconciliation run() {
        for (auto& plan : plans_)
            plan.change_members(taken_from(plan));
        std::set<std::string> wanted;
        for (const auto& plan : plans_)
            for (const auto& port : plan.wants())
                wanted.insert(port);
        for (auto& plan : plans_)
            plan.release(wanted);
        for (auto& plan : plans_)
            plan.change_members(taken_from(plan));
        for (auto& plan : plans_)
            plan.change_options();
        for (auto& plan : plans_)
            plan.build(taken_from(plan));
        const auto held = holders();
        for (auto& plan : plans_) {
            for (const auto& [port, holder] : held)
                if (holder.bond != plan.name())
                    plan.tell_of(port, holder.bond, holder.configured);
            plan.end();
        }
        for (auto& each : made_.refused)
            each.file = wanted_.file;
        return std::move(made_);
    }

    const configuration& wanted_;
    std::span<const bond_state> there_;
    const found_ports& ports_;
    reconciliation made_;
    std::map<std::string, holder> kept_;
    std::vector<bond_plan> plans_;
};

} // namespace

reconciliation orders_for(const configuration& wanted, std::span<const bond_state> there, const found_ports& ports) {
    return planning(wanted, there, ports).all();
}

reconciliation orders_for_waiting(const configuration& wanted, std::span<const bond_state> there,
                                  const found_ports& ports, std::span<const waiting_port> waiting) {
    return planning(wanted, there, ports).only(waiting);
}

std::vector<std::string> port_names(const configuration& wanted) {
    std::set<std::string> names;
    for (const auto& bond : wanted.bonds) {
        names.insert(bond.request.slaves.begin(), bond.request.slaves.end());
        if (!bond.request.peer.empty())
            names.insert(bond.request.peer);
    }
    return {names.begin(), names.end()};
}

} // namespace xdpbond::loader
