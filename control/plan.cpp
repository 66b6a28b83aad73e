// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/plan.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>
#include <vector>

namespace xdpbond::control {
namespace {

// A name that came back with another ifindex is another interface: nothing of ours is attached to it.
bool exists(const xdpbond_config_slave& slave, const link_facts& link) {
    return link.ifindex != 0 && link.ifindex == slave.ifindex;
}

// Where carrier is seen in band, a slave without it stays in the table and works from the frame it returns with.
bool may_send(const xdpbond_config_slave& slave, const link_facts& link, const xdpbond_options& options) {
    return exists(slave, link) && link.up && (link.carrier || options.carrier_check) &&
           !(slave.flags & XDPBOND_SLAVE_STANDBY);
}

// A kernel bond above the port takes XDP_TX for its own. A veth leaves XDP_TX lying in a far end that has GRO but no
// native program; what is redirected it delivers to both.
bool must_redirect(const link_facts& link) {
    return link.master_kind == "bond" || link.kind == "veth";
}

xdpbond_port port_of(const xdpbond_config_slave& slave, const link_facts& link, bool usable) {
    xdpbond_port port{};
    port.ifindex = slave.ifindex;
    port.slot = static_cast<__u16>(slave.slot);
    if (exists(slave, link))
        port.device = link.device;
    if (usable)
        port.flags |= XDPBOND_PORT_USABLE;
    if (must_redirect(link))
        port.flags |= XDPBOND_PORT_REDIRECT;
    if (slave.attach == XDPBOND_ATTACH_GENERIC)
        port.flags |= XDPBOND_PORT_GENERIC;
    return port;
}

std::string_view name_of(const char (&name)[XDPBOND_NAME_SIZE]) {
    return {name, std::find(name, name + XDPBOND_NAME_SIZE, '\0')};
}

bool is_usable(const xdpbond_port& port) {
    return port.flags & XDPBOND_PORT_USABLE;
}

// 802.3ad without LACP has one active port, as the kernel's without a partner: the first with carrier, if any has.
void send_through_one(xdpbond_half& half, std::span<const link_facts> links) {
    std::uint32_t kept = half.slaves;
    for (std::uint32_t i = 0; i < half.slaves; ++i)
        if (is_usable(half.slave[i]) && (kept == half.slaves || (links[i].carrier && !links[kept].carrier)))
            kept = i;
    if (kept < half.slaves)
        half.sender[half.usable++] = half.slave[kept];
}

void send_through_all(xdpbond_half& half) {
    for (std::uint32_t i = 0; i < half.slaves; ++i)
        if (is_usable(half.slave[i]))
            half.sender[half.usable++] = half.slave[i];
}

// Best first: active_slave, primary, the highest prio (all in active-backup alone), who sends already, then as
// enslaved.
void order_by_preference(xdpbond_half& half, const xdpbond_config& config) {
    const auto add = [&half](const xdpbond_port& port) {
        const std::span listed_ports(half.preference, half.preferred);
        const bool listed = std::ranges::find(listed_ports, port.slot, &xdpbond_port::slot) != listed_ports.end();
        if (is_usable(port) && !listed)
            half.preference[half.preferred++] = port;
    };
    if (config.options.mode == XDPBOND_MODE_ACTIVE_BACKUP) {
        for (const auto wanted : {name_of(config.active_slave), name_of(config.primary)})
            for (std::uint32_t i = 0; i < half.slaves; ++i)
                if (!wanted.empty() && name_of(config.slave[i].name) == wanted)
                    add(half.slave[i]);
        std::vector<std::uint32_t> order(half.slaves);
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, std::greater(), [&config](std::uint32_t i) { return config.slave[i].prio; });
        for (const std::uint32_t i : order)
            add(half.slave[i]);
    }
    for (const xdpbond_port& port : std::span(half.sender, half.usable))
        add(port);
    for (const xdpbond_port& port : std::span(half.slave, half.slaves))
        add(port);
}

} // namespace

xdpbond_half plan_half(const xdpbond_config& config, std::span<const link_facts> slaves, const link_facts& peer) {
    xdpbond_half half{};
    half.slaves = static_cast<__u32>(std::min<std::size_t>({config.slaves, slaves.size(), XDPBOND_SLAVES_MAX}));
    for (std::uint32_t i = 0; i < half.slaves; ++i)
        half.slave[i] = port_of(config.slave[i], slaves[i], may_send(config.slave[i], slaves[i], config.options));
    if (config.options.mode == XDPBOND_MODE_8023AD)
        send_through_one(half, slaves);
    else
        send_through_all(half);
    order_by_preference(half, config);
    if (config.peer.name[0] != '\0')
        half.peer = port_of(config.peer, peer, may_send(config.peer, peer, config.options));
    return half;
}

} // namespace xdpbond::control
