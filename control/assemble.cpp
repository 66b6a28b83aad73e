// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "assemble.hpp"

#include "attached.hpp"
#include "program_words.hpp"
#include "sentence.hpp"
#include "table_plan.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/publish.hpp>

#include <chrono>
#include <thread>

namespace xdpbond::control {

namespace {

std::string set_up_step(const link_facts& port) {
    return text("set ", port.name, " up");
}

std::string attach_step(const link_facts& port, std::string_view how) {
    return text("attach to ", port.name, " in ", how, " mode");
}

// Some drivers reset the port when a program comes: the next slave waits, or all would be without carrier at once.
// Returns whether the port has the carrier that it had.
bool carrier_returns(const links& net, const link_facts& before) {
    using namespace std::chrono_literals;
    const auto deadline = std::chrono::steady_clock::now() + 30s;
    for (;; std::this_thread::sleep_for(10ms)) {
        auto now = net.by_index(before.ifindex);
        if (!before.carrier || !now || now->carrier)
            return true;
        if (std::chrono::steady_clock::now() > deadline)
            return false;
    }
}

result<void> attach_one(const place& here, const bond_pins& pins, const bond_object& object, const link_facts& port,
                        xdpbond_attach wanted, xdpbond_config_slave& memory, report& done) {
    auto made = attach(object.program(), port, wanted);
    if (!made)
        return made.failure();
    if (auto pinned = make_pin(made->link.get(), pins.link(memory.slot)); !pinned)
        return pinned;
    memory.attach = made->how;
    std::string step = attach_step(port, made->how == XDPBOND_ATTACH_NATIVE ? "native" : "generic");
    done.push_back(made->why.empty() ? step : text(step, ", for native is refused: ", made->why));
    if (!carrier_returns(here.net, port))
        done.push_back(text(port.name, " lost carrier when the program came and does not have it back after 30 s"));
    return {};
}

} // namespace

result<report> assemble(const place& here, const bond_pins& pins, const up_request& request, const members& found,
                        bond_object& object) {
    report done{load_words(request.program, request.settings.options)};
    xdpbond_config config = make_config(request, found);
    if (auto loaded = object.load(); !loaded)
        return loaded.failure();
    if (auto written = write_config(object.config_map(), config); !written)
        return written.failure();
    if (auto pinned = object.pin_maps(pins); !pinned)
        return pinned.failure();
    if (auto pinned = make_pin(object.program(), pins.program()); !pinned)
        return pinned.failure();

    for (const auto& port : found.ports) {
        if (port.up)
            continue;
        done.push_back(set_up_step(port));
        if (auto set = here.net.set_up(port, true); !set)
            return set.failure();
    }
    for (std::size_t i = 0; i < found.ports.size(); i++) {
        auto& memory = i < found.slaves ? config.slave[i] : config.peer;
        if (auto attached = attach_one(here, pins, object, found.ports[i], request.attach, memory, done); !attached)
            return attached.failure();
    }
    auto published = publish_plan(here, pins, config);
    if (!published)
        return published.failure();
    done.push_back(*published);

    config.state = XDPBOND_STATE_READY;
    if (auto written = write_config(object.config_map(), config); !written)
        return written.failure();
    return done;
}

report describe_assembly(const up_request& request, const members& found) {
    report steps{load_words(request.program, request.settings.options)};
    for (const auto& port : found.ports)
        if (!port.up)
            steps.push_back(set_up_step(port));
    for (const auto& port : found.ports)
        steps.push_back(attach_step(port, request.attach == XDPBOND_ATTACH_NATIVE    ? "native"
                                          : request.attach == XDPBOND_ATTACH_GENERIC ? "generic"
                                                                                     : "native (else generic)"));
    steps.push_back(text("publish ", found.slaves, " slaves"));
    return steps;
}

} // namespace xdpbond::control
