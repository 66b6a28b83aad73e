// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "program_swap.hpp"

#include "object_source.hpp"
#include "program_words.hpp"
#include "sentence.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/kernel.hpp>

#include <bpf/bpf.h>

#include <algorithm>
#include <cerrno>
#include <span>

namespace xdpbond::control {

namespace {

// Every slave, and the other side of a forward program, that has a link to a living device.
std::vector<attached_slave> attached_ports(const bond_pins& pins, const xdpbond_config& config, const links& net) {
    std::vector<attached_slave> ports = look_at_slaves(pins, config, net);
    if (config.peer.name[0])
        ports.push_back(look_at(pins, config.peer, net));
    std::erase_if(ports, [](const attached_slave& port) { return port.info.ifindex == 0; });
    return ports;
}

bool all_run(std::span<const attached_slave> ports, int program) {
    bpf_prog_info info{};
    __u32 size = sizeof(info);
    return bpf_obj_get_info_by_fd(program, &info, &size) == 0 &&
           std::ranges::all_of(ports, [&info](const auto& port) { return port.info.program == info.id; });
}

// Each port runs this program again, whatever it runs now.
result<void> give_back(const std::vector<attached_slave>& ports, int program, report& done) {
    for (const auto& port : ports) {
        if (all_run({&port, 1}, program))
            continue;
        done.push_back(text("swap the program of ", port.port.name, " back"));
        auto swapped = swap_program(port.link.get(), program, -1, port.port.name);
        if (!swapped && swapped.failure().code != exit_code::no_such)
            return swapped;
    }
    return {};
}

} // namespace

bool program_swap::is_unfinished(const bond_pins& pins, const xdpbond_config& config, const links& net) {
    auto pinned = open_pin(pins.program());
    return !pinned || !all_run(attached_ports(pins, config, net), pinned->get());
}

result<program_swap> program_swap::prepare(const place& here, const bond_pins& pins, const xdpbond_config& config,
                                           const object_provider& objects, std::uint32_t trace) {
    auto kernel = read_kernel_features();
    if (!kernel)
        return kernel.failure();
    const std::string program = name_of(config.program);
    auto object =
        open_object(program, {config.options, config.slaves, config.peer.ifindex, kernel->rdonly_cast, trace}, objects);
    if (!object)
        return object.failure();
    if (auto reused = object->reuse_maps(pins); !reused)
        return reused.failure();
    if (auto placed = object->place_own_maps(pins); !placed)
        return placed.failure();
    if (auto loaded = object->load(); !loaded)
        return loaded.failure();
    auto old = open_pin(pins.program());
    if (!old)
        return old.failure();

    program_swap swap(pins, *std::move(object), *std::move(old));
    swap.ports_ = attached_ports(pins, config, here.net);
    swap.mixed_ = !all_run(swap.ports_, swap.old_.get());
    swap.step_ = load_words(program, config.options);
    return swap;
}

result<void> program_swap::run() {
    for (const auto& port : ports_) {
        auto swapped = swap_program(port.link.get(), object_.program(), mixed_ ? -1 : old_.get(), port.port.name);
        // A device that was deleted meanwhile takes no frames: nothing to swap.
        if (!swapped && swapped.failure().code != exit_code::no_such)
            return swapped;
    }
    return {};
}

result<void> program_swap::commit() {
    return replace_pin(object_.program(), pins_.program());
}

void program_swap::undo() {
    for (const auto& port : ports_)
        static_cast<void>(swap_program(port.link.get(), old_.get(), -1, port.port.name));
    static_cast<void>(replace_pin(old_.get(), pins_.program()));
}

program_swap::whereabouts program_swap::now() const {
    bpf_prog_info info{};
    __u32 size = sizeof(info);
    auto answer = whereabouts::gone;
    if (bpf_obj_get_info_by_fd(object_.program(), &info, &size))
        return answer;
    for (const auto& port : ports_) {
        const auto link = read_link(port.link.get());
        if (!link || !link->ifindex)
            continue;
        if (link->program != info.id)
            return whereabouts::replaced;
        answer = whereabouts::swapped;
    }
    return answer;
}

result<void> program_swap::withdraw() {
    auto pinned = open_pin(pins_.program());
    if (!pinned)
        return pinned.failure();
    result<void> done;
    for (const auto& port : ports_) {
        const auto link = read_link(port.link.get());
        bpf_prog_info info{};
        __u32 size = sizeof(info);
        if (!link || !link->ifindex || bpf_obj_get_info_by_fd(object_.program(), &info, &size) ||
            link->program != info.id)
            continue;
        auto swapped = swap_program(port.link.get(), pinned->get(), object_.program(), port.port.name);
        if (!swapped && swapped.failure().code != exit_code::no_such)
            done = swapped;
    }
    return done;
}

report program_swap::steps() const {
    report steps{step_};
    for (const auto& port : ports_)
        steps.push_back(text("swap the program of ", port.port.name));
    return steps;
}

result<void> run_pinned(const place& here, const bond_pins& pins, const xdpbond_config& config, report& done) {
    auto program = open_pin(pins.program());
    if (!program)
        return program.failure();
    return give_back(attached_ports(pins, config, here.net), program->get(), done);
}

result<void> swap_back(const place& here, const bond_pins& pins, const xdpbond_config& config, report& done) {
    auto program = open_pin(pins.undo_program());
    if (!program)
        return program.failure();
    const auto ports = attached_ports(pins, config, here.net);
    if (all_run(ports, program->get()))
        return {};
    if (auto back = give_back(ports, program->get(), done); !back)
        return back;
    return replace_pin(program->get(), pins.program());
}

} // namespace xdpbond::control
