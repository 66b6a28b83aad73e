// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "made_up_world.hpp"

#include "made_up_bond.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/options.hpp>
#include <xdpbond/control/slave_setting.hpp>

#include <algorithm>

namespace xdpbond::test {
namespace {

using control::bond_state;
using control::error;
using control::exit_code;
using control::name_of;
using control::result;
using loader::order;
using loader::order_kind;

error refuse(std::string why) {
    return {exit_code::busy, std::move(why)};
}

std::string words_of(const order& order) {
    constexpr const char* kinds[] = {"up", "down", "set", "add", "del", "slave", "confirm", "revert"};
    std::string words = std::string(kinds[static_cast<unsigned>(order.kind)]) + " " + order.bond;
    for (const auto& slave : order.up.slaves)
        words += " " + slave;
    if (!order.slave.slave.empty())
        words += " " + order.slave.slave;
    for (const auto* pairs : {&order.changes, &order.slave.settings})
        for (const auto& [option, value] : *pairs)
            words += " " + option + "=" + value;
    return words;
}

auto find(bond_state& bond, const std::string& slave) {
    return std::ranges::find(bond.slaves, slave, [](const auto& each) { return name_of(each.config.name); });
}

bool sends(const bond_state& bond) {
    return std::ranges::any_of(bond.slaves, [](const auto& each) { return each.alive; });
}

// bond.config.slave is what bond.slaves tells.
void write_back(bond_state& bond) {
    bond.config.slaves = static_cast<__u32>(bond.slaves.size());
    for (std::size_t i = 0; i < bond.slaves.size(); ++i)
        bond.config.slave[i] = bond.slaves[i].config;
}

std::vector<std::string> names(const bond_state& bond) {
    std::vector<std::string> all;
    for (const auto& slave : bond.slaves)
        all.push_back(name_of(slave.config.name));
    return all;
}

} // namespace

void made_up_world::plug(const std::string& name, bool carrier, const std::string& other_name) {
    interfaces[name] = {indexes_++, carrier, other_name};
}

std::map<std::string, made_up_world::interface>::const_iterator made_up_world::at(const std::string& name) const {
    const auto found = interfaces.find(name);
    return found != interfaces.end()
               ? found
               : std::ranges::find_if(interfaces, [&](const auto& each) { return each.second.other_name == name; });
}

loader::found_ports made_up_world::find(const loader::configuration& wanted) const {
    loader::found_ports ports;
    for (const auto& name : loader::port_names(wanted))
        if (const auto found = at(name); found != interfaces.end())
            ports[name] = {found->first, found->second.ifindex, found->second.carrier};
    return ports;
}

bond_state* made_up_world::bond(const std::string& name) {
    const auto found = std::ranges::find(bonds, name, &bond_state::name);
    return found == bonds.end() ? nullptr : &*found;
}

std::string made_up_world::slaves(const std::string& name) {
    std::string text;
    if (auto* its = bond(name))
        for (const auto& slave : names(*its))
            text += (text.empty() ? "" : " ") + slave;
    return text;
}

void made_up_world::look() {
    for (auto& bond : bonds)
        for (auto& slave : bond.slaves) {
            const auto port = interfaces.find(name_of(slave.config.name));
            slave.alive =
                port != interfaces.end() && port->second.carrier &&
                !(slave.config.flags & (XDPBOND_SLAVE_STANDBY | XDPBOND_SLAVE_LEAVING | XDPBOND_SLAVE_JOINING));
        }
}

void made_up_world::carry_out(const std::vector<order>& orders) {
    for (const auto& order : orders) {
        done.push_back(words_of(order));
        if (const auto ok = operate(order); !ok)
            refused.push_back(done.back() + ": " + ok.failure().message);
        look();
    }
}

result<void> made_up_world::operate(const order& order) {
    if (order.kind == order_kind::up)
        return up(order);
    auto* its = bond(order.bond);
    if (!its)
        return refuse("no such bond");
    if (order.kind == order_kind::down) {
        std::erase_if(bonds, [&](const bond_state& each) { return each.name == order.bond; });
        return {};
    }
    if (its->config.state != XDPBOND_STATE_READY)
        return refuse("is half-made");
    if (its->pending)
        return refuse("waits for confirmation");
    // What was interrupted is cleared away by every change.
    std::erase_if(its->slaves, [](const auto& slave) {
        return slave.config.flags & (XDPBOND_SLAVE_JOINING | XDPBOND_SLAVE_LEAVING);
    });
    write_back(*its);
    switch (order.kind) {
    case order_kind::set:
        return set(*its, order.changes);
    case order_kind::add_slave:
        return add(*its, order.slave);
    case order_kind::del_slave:
        return remove(*its, order.slave.slave);
    case order_kind::set_slave:
        return set_slave(*its, order.slave);
    default:
        return refuse("nobody makes such an order");
    }
}

result<xdpbond_config_slave> made_up_world::join(const std::string& name) const {
    const auto port = at(name);
    if (port == interfaces.end())
        return refuse(name + " is not there");
    for (const auto& bond : bonds) {
        for (const auto& slave : bond.slaves)
            if (slave.config.ifindex == port->second.ifindex)
                return refuse(name + " is in " + bond.name);
        if (bond.has_peer && bond.config.peer.ifindex == port->second.ifindex)
            return refuse(name + " is the other side of " + bond.name);
    }
    xdpbond_config_slave made{};
    put(made.name, port->first);
    made.ifindex = port->second.ifindex;
    return made;
}

result<void> made_up_world::up(const order& order) {
    const auto& request = order.up;
    auto given = request.changed;
    if (!request.settings.primary.empty())
        given.emplace_back("primary");
    if (const auto valid = control::validate(request, given); !valid)
        return valid;
    if (bond(request.name))
        return refuse("is there already");
    bond_state made;
    made.name = request.name;
    made.config.state = XDPBOND_STATE_READY;
    made.config.attach = request.attach;
    made.config.capacity = capacity;
    made.config.flags = request.from_file ? XDPBOND_BOND_FROM_FILE : 0;
    put(made.config.name, request.name);
    put(made.config.program, request.program);
    control::set_settings(made.config, request.settings);
    for (const auto& name : request.slaves) {
        auto slave = join(name);
        if (!slave)
            return slave.failure();
        for (auto wish : {std::span<char>(made.config.primary), std::span<char>(made.config.active_slave)})
            if (name_of(wish) == name)
                put(wish, name_of(slave->name));
        made.slaves.emplace_back().config = *slave;
    }
    if (!request.peer.empty()) {
        auto peer = join(request.peer);
        if (!peer)
            return peer.failure();
        made.has_peer = true;
        made.config.peer = *peer;
    }
    write_back(made);
    bonds.push_back(std::move(made));
    for (const auto& start : order.slave_starts)
        if (const auto set = set_slave(bonds.back(), {request.name, start.slave, start.settings, true}); !set)
            return set;
    return {};
}

result<void> made_up_world::set(bond_state& bond, const control::assignments& changes) {
    auto settings = control::settings_of(bond.config);
    std::vector<std::string> changed;
    for (const auto& change : changes)
        changed.push_back(change.first);
    if (const auto assigned = control::assign(settings, changes); !assigned)
        return assigned.failure();
    const auto given = [&](const char* option) { return std::ranges::find(changed, option) != changed.end(); };
    if (given("primary") && !given("active_slave"))
        settings.active_slave.clear();
    if (const auto valid = control::validate(settings, names(bond), changed); !valid)
        return valid;
    const auto own = [](const control::bond_settings& its) {
        return its.options.mode == XDPBOND_MODE_ACTIVE_BACKUP && its.watch.fail_over_mac == XDPBOND_FOM_ACTIVE;
    };
    if (own(settings) != own(control::settings_of(bond.config)) && !bond.slaves.empty())
        return refuse("has slaves, and fail_over_mac=active cannot come or go with them");
    control::set_settings(bond.config, settings);
    return {};
}

result<void> made_up_world::add(bond_state& bond, const control::slave_request& request) {
    if (bond.slaves.size() >= bond.config.capacity)
        return refuse("has no room");
    auto slave = join(request.slave);
    if (!slave)
        return slave.failure();
    if (const auto assigned = control::assign_slave(*slave, bond.config.options, request.settings); !assigned)
        return assigned;
    bond.slaves.emplace_back().config = *slave;
    write_back(bond);
    return {};
}

result<void> made_up_world::remove(bond_state& bond, const std::string& slave) {
    const auto found = test::find(bond, slave);
    if (found == bond.slaves.end())
        return refuse(slave + " is no slave");
    const bool sent = sends(bond);
    bond.slaves.erase(found);
    if (sent && !sends(bond))
        ++silenced;
    for (auto wish : {std::span<char>(bond.config.primary), std::span<char>(bond.config.active_slave)})
        if (name_of(wish) == slave)
            put(wish, "");
    write_back(bond);
    return {};
}

result<void> made_up_world::set_slave(bond_state& bond, const control::slave_request& request) {
    auto found = test::find(bond, request.slave);
    if (const auto port = at(request.slave); found == bond.slaves.end() && port != interfaces.end())
        found = test::find(bond, port->first);
    if (found == bond.slaves.end())
        return refuse(request.slave + " is no slave");
    auto changed = found->config;
    if (const auto assigned = control::assign_slave(changed, bond.config.options, request.settings); !assigned)
        return assigned;
    found->config = changed;
    write_back(bond);
    return {};
}

} // namespace xdpbond::test
