// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "status_json.hpp"

#include "status_text.hpp"
#include "text.hpp"

#include <xdpbond/control/options.hpp>

namespace xdpbond::loader {
namespace {

using control::bond_state;
using control::slave_state;
using json = nlohmann::ordered_json;

// What is known of an interface's flags; `role`: SLAVE, or nothing.
json flags_json(const control::link_facts& link, std::string_view role) {
    json flags = json::array();
    if (link.up && !link.carrier)
        flags.push_back("NO-CARRIER");
    if (!role.empty())
        flags.push_back(role);
    if (link.up)
        flags.push_back("UP");
    if (link.carrier)
        flags.push_back("LOWER_UP");
    return flags;
}

json info_data_json(const bond_state& bond) {
    const auto& options = bond.config.options;
    json data{{"mode", control::mode_name(options.mode)}};
    if (const auto active = active_slave(bond); !active.empty())
        data["active_slave"] = active;
    const auto watch = watch_in_force(bond);
    data.update({{"miimon", watch.miimon},
                 {"updelay", updelay_ms(watch)},
                 {"downdelay", downdelay_ms(watch)},
                 {"peer_notify_delay", 0},
                 {"use_carrier", 1},
                 {"arp_interval", 0},
                 {"arp_missed_max", 2},
                 {"arp_validate", nullptr},
                 {"arp_all_targets", "any"}});
    if (const auto primary = text_of(bond.config.primary); !primary.empty())
        data["primary"] = primary;
    data.update({{"primary_reselect", reselect_text(bond)},
                 {"fail_over_mac", control::fail_over_mac_name(bond.config.watch.fail_over_mac)},
                 {"xmit_hash_policy", control::hash_name(options.hash)},
                 {"resend_igmp", 0},
                 {"num_peer_notif", 0},
                 {"all_slaves_active", options.all_slaves_active},
                 {"min_links", watch.min_links},
                 {"lp_interval", 1},
                 {"packets_per_slave", options.packets_per_slave},
                 {"ad_lacp_active", "off"},
                 {"ad_lacp_rate", "slow"},
                 {"ad_select", "stable"},
                 {"tlb_dynamic_lb", 0}});
    return data;
}

// As `ip -d -j link` has it.
std::string_view mii_word(const bond_state& bond, const slave_state& slave) {
    constexpr std::string_view words[] = {"UP", "GOING_DOWN", "DOWN", "GOING_BACK"};
    return words[static_cast<std::size_t>(mii_state(bond, slave))];
}

// null: nothing has happened yet.
json change_json(const xdpbond_change& last, bool of_bond) {
    if (!last.when)
        return nullptr;
    json change{{"time", time_text(last.when)}, {"event", text_of(last.what)}, {"cause", text_of(last.why)}};
    if (of_bond && last.slave[0])
        change["slave"] = text_of(last.slave);
    return change;
}

json slave_data_json(const bond_state& bond, const slave_state& slave) {
    const auto mode = bond.config.options.mode;
    const bool one_sends = mode == XDPBOND_MODE_ACTIVE_BACKUP || mode == XDPBOND_MODE_8023AD;
    const bool backup = one_sends ? !slave.active : !slave.usable;
    return {{"state", backup ? "BACKUP" : "ACTIVE"},
            {"mii_status", mii_word(bond, slave)},
            {"link_failure_count", slave.config.link_failure_count},
            {"perm_hwaddr", mac_text(slave.config.perm_hwaddr)},
            {"queue_id", 0},
            {"prio", slave.config.prio}};
}

json port_json(const slave_state& port, std::string_view role) {
    json object{{"ifindex", port.config.ifindex},
                {"ifname", text_of(port.config.name)},
                {"flags", flags_json(port.link, role)},
                {"mtu", port.link.mtu},
                {"operstate", link_is_up(port) ? "UP" : "DOWN"}};
    if (port.link.master != 0)
        object["master"] = port.link.master_name;
    object["address"] = mac_text(port.link.address);
    if (port.link.xdp_program != 0)
        object["xdp"] = {{"mode", port.config.attach == XDPBOND_ATTACH_GENERIC ? 2 : 1},
                         {"prog", {{"id", port.link.xdp_program}}}};
    return object;
}

json own_port_json(const slave_state& port) {
    return {{"slot", port.config.slot},
            {"attach", attach_name(port.config.attach)},
            {"link_id", port.link_id},
            {"program_id", port.program_id}};
}

json slave_json(const bond_state& bond, const slave_state& slave) {
    json object = port_json(slave, "SLAVE");
    object["linkinfo"] = {{"info_slave_kind", "xdpbond"}, {"info_slave_data", slave_data_json(bond, slave)}};
    object["xdpbond"] = own_port_json(slave);
    object["xdpbond"].update({{"usable", slave.usable}, {"alive", slave.alive}, {"active", slave.active}});
    object["xdpbond"]["last_change"] = change_json(slave.config.last, false);
    object["xdpbond"]["standby"] = (slave.config.flags & XDPBOND_SLAVE_STANDBY) != 0;
    if (const auto why = obstacle(bond, slave); !why.empty())
        object["xdpbond"]["not_used"] = why;
    return object;
}

json own_json(const bond_state& bond) {
    json object{{"program", text_of(bond.config.program)}};
    if (bond.has_peer) {
        object["peer"] = port_json(bond.peer, "");
        object["peer"]["xdpbond"] = own_port_json(bond.peer);
    }
    for (const auto& [option, value] : control::describe({.options = bond.config.options}))
        if (is_own_option(option))
            object[option] = value;
    if (const auto why = unfinished(bond); !why.empty())
        object["unfinished"] = why;
    if (bond.pending)
        object["pending"] = {{"reverts_in", bond.pending->seconds},
                             {"pid", bond.pending->waiter ? json(bond.pending->waiter) : json(nullptr)}};
    object.update({{"process", bond.watcher ? json(bond.watcher) : json(nullptr)},
                   {"failovers", bond.config.failovers},
                   {"last_change", change_json(bond.config.last, true)},
                   {"generation", bond.half.generation},
                   {"pin", bond.pin}});
    return object;
}

} // namespace

json status_json(const bond_state& bond) {
    const bool up = has_living_slave(bond);
    const auto address = bond_address(bond);
    json slaves = json::array();
    for (const auto& slave : bond.slaves)
        slaves.push_back(slave_json(bond, slave));
    return {{"ifname", bond.name},
            {"flags", up ? json::array({"MASTER", "UP", "LOWER_UP"}) : json::array({"NO-CARRIER", "MASTER", "UP"})},
            {"operstate", up ? "UP" : "DOWN"},
            {"address", address.empty() ? json() : json(address)},
            {"linkinfo", {{"info_kind", "xdpbond"}, {"info_data", info_data_json(bond)}}},
            {"slaves", std::move(slaves)},
            {"xdpbond", own_json(bond)}};
}

std::string json_text(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string json_line(const json& value) {
    return json_text(value) + "\n";
}

} // namespace xdpbond::loader
