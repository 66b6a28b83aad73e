// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "attach_ports.hpp"

#include "attach_order.hpp"
#include "carrier_back.hpp"
#include "prepare_port.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"
#include "xdp_features.hpp"

#include <xdpbond/control/attach.hpp>

#include <span>
#include <vector>

namespace xdpbond::control {

namespace {

xdpbond_config_slave& memory_of(xdpbond_config& config, const members& found, std::size_t port) {
    return port < found.slaves ? config.slave[port] : config.peer;
}

result<void> attach_one(const place& here, const bond_pins& pins, int program, const link_facts& port,
                        xdpbond_attach wanted, xdpbond_config_slave& memory, report& done) {
    auto made = attach(program, port, wanted);
    if (!made)
        return made.failure();
    if (auto pinned = make_pin(made->link.get(), pins.link(memory.slot)); !pinned)
        return pinned;
    memory.attach = made->how;
    const auto words = attach_words(port, made->how == XDPBOND_ATTACH_NATIVE ? "native" : "generic");
    done.push_back(made->why.empty() ? words : text("warning: ", words, ", for native is refused: ", made->why));
    if (!carrier_returns(here.net, port))
        done.push_back(
            text("warning: ", port.name, " lost its carrier when the program came, and 30 s later it is not back"));
    return {};
}

// The last port with carrier gets its program only while those before it have the carrier again that they had.
result<void> check_others_back(const links& net, std::span<const link_facts> ports, std::size_t next,
                               std::span<const std::size_t> attached) {
    std::vector<bool> back;
    std::string lost;
    for (const std::size_t i : attached) {
        if (!ports[i].carrier)
            continue;
        auto now = net.by_index(ports[i].ifindex);
        back.push_back(now && now->carrier);
        if (!back.back())
            lost += text(lost.empty() ? "" : ", ", ports[i].name);
    }
    if (may_attach(ports, next, back))
        return {};
    return error{exit_code::failed, text(ports[next].name, ": is the last port with carrier, and ", lost,
                                         " lost it when the program came and it is not back; nothing is changed")};
}

// A port that loses what the other ports' native programs redirect to it; nullptr: none is known.
const link_facts* lossy_port(const members& found, xdpbond_config& config) {
    for (std::size_t i = 0; i < found.ports.size(); i++)
        if (loses_redirected_frames(found.ports[i], static_cast<xdpbond_attach>(memory_of(config, found, i).attach)))
            return &found.ports[i];
    return nullptr;
}

} // namespace

bool loses_redirected_frames(const link_facts& port, xdpbond_attach attached) {
    const auto takes = takes_redirected_frames(port.ifindex);
    // Most drivers take redirected frames only with a native program of their own.
    return takes == answer::no || (takes == answer::unknown && attached != XDPBOND_ATTACH_NATIVE);
}

std::string attach_words(const link_facts& port, std::string_view how) {
    return text("attach to ", port.name, " in ", how, " mode");
}

std::string obstacle_words(const members& found) {
    for (const auto& plan : found.plans)
        if (!plan.obstacle.empty())
            return plan.obstacle;
    return "";
}

std::string obstacle_warning(std::uint32_t wanted, const std::string& obstacle) {
    return wanted == XDPBOND_ATTACH_NATIVE ? text("warning: native mode is forced: ", obstacle)
                                           : text("warning: generic mode for all: ", obstacle);
}

result<report> attach_ports(const place& here, const bond_pins& pins, int program, const members& found, bool force,
                            xdpbond_config& config, const std::function<result<void>()>& save) {
    report done;
    auto add = [&done](const report& more) { done.insert(done.end(), more.begin(), more.end()); };
    auto wanted = static_cast<xdpbond_attach>(config.attach);
    if (const auto obstacle = obstacle_words(found); !obstacle.empty()) {
        done.push_back(obstacle_warning(wanted, obstacle));
        if (wanted == XDPBOND_ATTACH_AUTO)
            wanted = XDPBOND_ATTACH_GENERIC;
    }
    std::vector<std::size_t> attached_ports;
    for (const std::size_t i : attach_order(found.ports)) {
        if (auto safe = check_others_back(here.net, found.ports, i, attached_ports); !safe)
            return safe.failure();
        attached_ports.push_back(i);
        if (wanted != XDPBOND_ATTACH_GENERIC) {
            auto prepared = prepare_port(found.ports[i], found.plans[i], memory_of(config, found, i), save);
            if (!prepared)
                return prepared.failure();
            add(*prepared);
        }
        if (auto attached = attach_one(here, pins, program, found.ports[i], wanted, memory_of(config, found, i), done);
            !attached)
            return attached.failure();
    }
    for (const auto& plan : found.plans)
        for (const auto& words : plan.warnings)
            done.push_back(text("warning: ", words));

    const link_facts* lossy = wanted == XDPBOND_ATTACH_GENERIC ? nullptr : lossy_port(found, config);
    if (!lossy)
        return done;
    const std::string why = text(lossy->name, " does not send what native programs redirect to it",
                                 " (a veth does with GRO or a native program at its far end)");
    if (wanted == XDPBOND_ATTACH_NATIVE && !force)
        return error{exit_code::unsupported, text(why, "; use --attach generic, or --force to lose those frames")};
    if (wanted == XDPBOND_ATTACH_NATIVE) {
        done.push_back(text("warning: ", why, ": those frames are lost"));
        return done;
    }
    done.push_back(text("warning: generic mode for all, for ", why));
    attached_ports.clear();
    for (const std::size_t i : attach_order(found.ports)) {
        if (auto safe = check_others_back(here.net, found.ports, i, attached_ports); !safe)
            return safe.failure();
        attached_ports.push_back(i);
        auto& memory = memory_of(config, found, i);
        // Generic mode needs none of it.
        add(restore_port(here.net, found.ports[i], memory, false));
        memory.changed &= address_changes;
        memory.far_changed = 0;
        if (memory.attach == XDPBOND_ATTACH_GENERIC)
            continue;
        if (auto off = detach(pins.link(memory.slot)); !off)
            return off.failure();
        if (auto attached = attach_one(here, pins, program, found.ports[i], XDPBOND_ATTACH_GENERIC, memory, done);
            !attached)
            return attached.failure();
    }
    return done;
}

} // namespace xdpbond::control
