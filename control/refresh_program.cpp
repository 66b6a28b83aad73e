// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/operations.hpp>

#include "object_source.hpp"
#include "place.hpp"
#include "program_swap.hpp"

#include <xdpbond/control/config.hpp>

namespace xdpbond::control {

namespace {

// The bond's program where it is to be swapped in anew; "": all is as it should be.
result<std::string> outdated_program(const context& where, std::string_view name, const object_provider& objects) {
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
    const std::string program = name_of(config->program);
    auto object = open_object(program, {config->options, config->slaves, config->peer.ifindex, false, 0}, objects);
    if (!object)
        return object.failure();
    const bool current =
        object->fingerprint() == config->object && !program_swap::is_unfinished(*pins, *config, here->net);
    return current ? std::string() : program;
}

} // namespace

result<report> refresh_program(const context& where, std::string_view name, const object_provider& objects) {
    const auto program = outdated_program(where, name, objects);
    if (!program)
        return program.failure();
    return program->empty() ? report{} : set(where, name, {{"program", *program}}, objects);
}

} // namespace xdpbond::control
