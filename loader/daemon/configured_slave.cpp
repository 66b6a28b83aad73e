// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "configured_slave.hpp"

#include "toml_value.hpp"

#include <xdpbond/control/slave_setting.hpp>

#include <algorithm>

namespace xdpbond::loader {
namespace {

constexpr std::string_view slave_keys[] = {"state", "prio"};

configured_slave read_slave(const std::string& name, const toml::table& table, const xdpbond_options& options,
                            mistakes& found) {
    configured_slave slave{name, {}, table.source().begin.line};
    for (const auto& [key, value] : table) {
        const auto option = key_of(key);
        if (value.is_table()) {
            refuse_key(key, "for a slave", slave_keys, found);
            continue;
        }
        const auto word = word_of(option, value, found);
        if (!word)
            continue;
        xdpbond_config_slave probe{};
        const auto assigned = control::assign_slave(probe, options, {{option, *word}});
        if (assigned)
            slave.settings.emplace_back(option, *word);
        else if (assigned.failure().message.find("no option of a slave") != std::string::npos)
            refuse_key(key, "for a slave", slave_keys, found);
        else
            add(found, value.source(), shown(name) + ": " + shown_whole(assigned.failure().message));
    }
    return slave;
}

} // namespace

std::vector<configured_slave> read_slave_tables(const toml::table& tables, const control::up_request& bond,
                                                const slave_surroundings& around, mistakes& found) {
    auto options = bond.settings.options;
    if (!around.mode_is_known || around.incomplete)
        options.mode = XDPBOND_MODE_ACTIVE_BACKUP; // where all of them mean something
    std::vector<configured_slave> slaves;
    for (const auto& [key, value] : tables) {
        const std::string name(key.str());
        const auto* table = value.as_table();
        if (!table) {
            add(found, key.source(),
                "slave." + shown(name) + ": takes a table with the options of that slave; as [bond." +
                    shown(bond.name) + ".slave.IF]");
            continue;
        }
        if (std::ranges::find(bond.slaves, name) == bond.slaves.end() && !around.incomplete)
            add(found, key.source(),
                shown(name) + ": has options but is no slave of bond " + shown(bond.name) +
                    "; name it in slaves, or take them out");
        slaves.push_back(read_slave(name, *table, options, found));
    }
    return slaves;
}

} // namespace xdpbond::loader
