// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "assemble.hpp"

#include "attach_ports.hpp"
#include "mac.hpp"
#include "mtu.hpp"
#include "program_words.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"
#include "table_plan.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/errors.hpp>

namespace xdpbond::control {

namespace {

std::string set_up_step(const link_facts& port) {
    return text("set ", port.name, " up");
}

} // namespace

result<report> assemble(const place& here, const bond_pins& pins, const up_request& request, const members& found,
                        bond_object& object) {
    report done{load_words(request.program, request.settings.options)};
    xdpbond_config config = make_config(request, found);
    config.capacity = object.capacity();
    config.object = object.fingerprint();
    if (auto placed = object.place_own_maps(pins); !placed)
        return placed.failure();
    if (auto loaded = object.load(); !loaded)
        return loaded.failure();
    if (auto written = write_config(object.config_map(), config); !written)
        return written.failure();
    if (auto pinned = object.pin_maps(pins); !pinned)
        return pinned.failure();
    if (auto pinned = make_pin(object.program(), pins.program()); !pinned)
        return pinned.failure();

    // Frames are sent whether or not they can be counted.
    if (auto counting = start_counting_errors(pins); !counting)
        done.push_back(text("warning: ", counting.failure().message, "; the bond works, and stats will not show them"));

    const auto save = [&] { return write_config(object.config_map(), config); };
    for (__u32 i = 0; i < config.slaves; i++)
        if (auto given = ensure_address(here.net, config, config.slave[i], save, done); !given)
            return given.failure();
    for (const auto& port : found.ports) {
        if (port.up)
            continue;
        done.push_back(set_up_step(port));
        if (auto set = here.net.set_up(port, true); !set)
            return set.failure();
    }
    auto attached = attach_ports(here, pins, object.program(), found, request.force, config, save);
    if (!attached)
        return attached.failure();
    done.insert(done.end(), attached->begin(), attached->end());
    warn_of_mtus(found.ports, done);
    auto published = publish_plan(here, pins, config);
    if (!published)
        return published.failure();
    done.push_back(*published);

    config.state = XDPBOND_STATE_READY;
    if (auto written = write_config(object.config_map(), config); !written)
        return written.failure();
    return done;
}

report describe_joining(const up_request& request, const members& found, const mac_address& address) {
    report steps;
    for (std::size_t i = 0; i < found.slaves; i++)
        describe_address(found.ports[i], address, found.ports[i].address, steps);
    for (const auto& port : found.ports)
        if (!port.up)
            steps.push_back(set_up_step(port));
    const std::string obstacle = obstacle_words(found);
    const bool generic =
        request.attach == XDPBOND_ATTACH_GENERIC || (request.attach == XDPBOND_ATTACH_AUTO && !obstacle.empty());
    if (!obstacle.empty())
        steps.push_back(obstacle_warning(request.attach, obstacle));
    for (std::size_t i = 0; !generic && i < found.plans.size(); i++)
        steps.insert(steps.end(), found.plans[i].steps.begin(), found.plans[i].steps.end());
    for (const auto& port : found.ports)
        steps.push_back(attach_words(port, request.attach == XDPBOND_ATTACH_NATIVE ? "native"
                                           : generic                               ? "generic"
                                                                                   : "native (else generic)"));
    return steps;
}

report describe_assembly(const up_request& request, const members& found) {
    report steps{load_words(request.program, request.settings.options)};
    for (const auto& step : describe_joining(request, found, mac_of(make_config(request, found).address)))
        steps.push_back(step);
    warn_of_mtus(found.ports, steps);
    steps.push_back(text("publish ", found.slaves, " slaves"));
    return steps;
}

} // namespace xdpbond::control
