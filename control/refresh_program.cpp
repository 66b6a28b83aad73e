// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "object_source.hpp"
#include "place.hpp"
#include "program_swap.hpp"

#include <xdpbond/control/config.hpp>

namespace xdpbond::control {

result<report> refresh_program(const context& where, std::string_view name, const object_provider& objects) {
    const auto is_current = [&]() -> result<bool> {
        auto here = enter_to_manage(where);
        if (!here)
            return here.failure();
        auto pins = find_bond(*here, name);
        if (!pins)
            return pins.failure();
        auto map = open_config(*pins);
        if (!map)
            return map.failure();
        auto config = read_config(map->get(), name);
        if (!config)
            return config.failure();
        auto object = open_object(name_of(config->program),
                                  {config->options, config->slaves, config->peer.ifindex, false, 0}, objects);
        if (!object)
            return object.failure();
        return object->fingerprint() == config->object && !program_swap::is_unfinished(*pins, *config, here->net);
    };
    const auto current = is_current();
    if (!current)
        return current.failure();
    if (*current)
        return report{};
    auto state = inspect(where, name);
    if (!state)
        return state.failure();
    return set(where, name, {{"program", name_of(state->config.program)}}, objects);
}

} // namespace xdpbond::control
