// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "explain_bond.hpp"

#include "text.hpp"

#include <xdpbond/control/plan.hpp>

#include <algorithm>

namespace xdpbond::loader {
namespace {

void put(char (&name)[XDPBOND_NAME_SIZE], std::string_view text) {
    std::ranges::copy(text.substr(0, XDPBOND_NAME_SIZE - 1), name);
}

} // namespace

std::vector<std::string> numbered_names(unsigned count) {
    std::vector<std::string> names;
    for (unsigned i = 0; i < count; ++i)
        names.push_back(std::to_string(i));
    return names;
}

explained_bond numbered_bond(const control::bond_settings& settings, unsigned slaves) {
    xdpbond_config config{};
    config.options = settings.options;
    if (config.options.mode == XDPBOND_MODE_8023AD)
        config.options.mode = XDPBOND_MODE_BALANCE_XOR; // the plan for 802.3ad knows no partner and keeps one slave
    config.slaves = slaves;
    put(config.primary, settings.primary);
    put(config.active_slave, settings.active_slave);

    std::vector<control::link_facts> links(slaves);
    for (unsigned i = 0; i < slaves; ++i) {
        put(config.slave[i].name, std::to_string(i));
        config.slave[i].slot = i;
        config.slave[i].ifindex = links[i].ifindex = i + 1;
        links[i].up = links[i].carrier = true;
    }
    return {.options = settings.options, .half = control::plan_half(config, links, {}), .names = {}, .peer = {}};
}

explained_bond bond_as_published(const control::bond_state& bond) {
    explained_bond made{.options = bond.config.options, .half = bond.half, .names = {}, .peer = {}};
    for (std::uint32_t place = 0; place < bond.half.slaves; ++place) {
        const auto slot = bond.half.slave[place].slot;
        const auto found = std::ranges::find_if(
            bond.slaves, [slot](const control::slave_state& slave) { return slave.config.slot == slot; });
        made.names.emplace_back(found == bond.slaves.end() ? "?" : text_of(found->config.name));
    }
    if (bond.has_peer)
        made.peer = text_of(bond.peer.config.name);
    return made;
}

} // namespace xdpbond::loader
