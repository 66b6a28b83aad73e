// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "members.hpp"

#include "judge.hpp"
#include "port_guard.hpp"
#include "prepare_port.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>

namespace xdpbond::control {

namespace {

xdpbond_config_slave remember(const link_facts& port, std::uint32_t slot, bool forced) {
    xdpbond_config_slave slave{};
    set_name(slave.name, port.name);
    slave.ifindex = port.ifindex;
    slave.slot = slot;
    slave.was_up = port.up;
    slave.flags = forced ? __u16{XDPBOND_SLAVE_FORCED} : __u16{0};
    std::copy(port.address.begin(), port.address.end(), slave.perm_hwaddr);
    return slave;
}

// The interface's own name where a setting gives it by an alternative one; "" stays.
std::string own_name(const up_request& request, const members& found, const std::string& given) {
    const auto slave = std::ranges::find(request.slaves, given);
    return slave == request.slaves.end() ? given : found.ports[slave - request.slaves.begin()].name;
}

} // namespace

result<members> find_members(const place& here, const up_request& request) {
    members found;
    found.slaves = request.slaves.size();
    std::vector<std::string> names = request.slaves;
    if (!request.peer.empty())
        names.push_back(request.peer);
    for (const auto& name : names) {
        auto port = here.net.by_name(name);
        if (!port)
            return port.failure();
        // A device over another one may do in generic mode for who insists; the rest loses every frame.
        if (auto why = not_a_port(*port); !why.empty() && !(request.force && port->ethernet && !port->loopback))
            return error{exit_code::unsupported, why};
        // Alternative names lead to the same interface.
        if (std::ranges::find(found.ports, port->ifindex, &link_facts::ifindex) != found.ports.end())
            return named_twice(name, *port);
        if (auto complete = here.net.add_host_facts(*port); !complete)
            return complete.failure();
        found.ports.push_back(*std::move(port));
    }
    for (const auto& port : found.ports) {
        if (auto free = check_no_program(port, here.folder, request.name); !free)
            return free.failure();
        if (auto free = check_not_in_use(port, request.force); !free)
            return free.failure();
    }
    if (request.attach == XDPBOND_ATTACH_GENERIC)
        return found;
    for (const auto& port : found.ports) {
        found.plans.push_back(look_ahead(port));
        const std::string& obstacle = found.plans.back().obstacle;
        if (!obstacle.empty() && request.attach == XDPBOND_ATTACH_NATIVE && !request.force)
            return error{exit_code::unsupported, text(obstacle, "; or use --attach generic, or --force to lose them")};
    }
    return found;
}

xdpbond_config make_config(const up_request& request, const members& found) {
    xdpbond_config config{};
    config.magic = XDPBOND_MAGIC;
    config.abi_version = XDPBOND_ABI_VERSION;
    config.state = XDPBOND_STATE_BUILDING;
    config.attach = request.attach;
    config.slaves = static_cast<__u32>(found.slaves);
    config.flags = request.from_file ? __u32{XDPBOND_BOND_FROM_FILE} : 0u;
    set_settings(config, request.settings);
    set_name(config.name, request.name);
    set_name(config.program, request.program);
    set_name(config.primary, own_name(request, found, request.settings.primary));
    set_name(config.active_slave, own_name(request, found, request.settings.active_slave));
    for (std::uint32_t i = 0; i < found.ports.size(); i++)
        (i < found.slaves ? config.slave[i] : config.peer) = remember(found.ports[i], i, request.force);
    adopt_address(config);
    return config;
}

} // namespace xdpbond::control
