// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "dismantle.hpp"
#include "live_bond.hpp"
#include "place.hpp"
#include "sentence.hpp"

#include <xdpbond/control/config.hpp>

namespace xdpbond::control {

result<report> repair(const context& where, std::string_view name) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    {
        auto owned = own_bond(where, *here, name);
        if (!owned)
            return owned.failure();
        auto map = open_pin(owned->pins.config());
        if (!map && map.failure().code != exit_code::no_such)
            return map.failure();
        auto config = map ? read_config(map->get(), name) : result<xdpbond_config>(xdpbond_config{});
        if (!config)
            return config.failure();
        if (config->state != XDPBOND_STATE_READY)
            return where.dry_run ? describe_dismantling(owned->pins, here->net) : dismantle(owned->pins, here->net);
    }
    auto bond = open_live_bond(where, *here, name, true);
    if (!bond)
        return bond.failure();
    return bond->repaired;
}

result<std::vector<std::string>> list_to_repair(const context& where) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto bonds = bonds_in(here->folder);
    if (!bonds)
        return bonds.failure();
    if (bonds->empty() && !where.dry_run)
        remove_empty_parents(here->pins("none"));
    std::vector<std::string> names;
    for (const auto& bond : *bonds)
        names.push_back(bond.name());
    return names;
}

} // namespace xdpbond::control
