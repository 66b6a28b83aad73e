// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "made_up_bond.hpp"

#include <xdpbond/bpf/hash.h>
#include <xdpbond/bpf/select.h>
#include <xdpbond/control/request.hpp>

#include <algorithm>
#include <string>

namespace xdpbond::test {
namespace {

control::slave_state state_of(const xdpbond_config_slave& memory, const control::link_facts& link,
                              const xdpbond_port& port, bool carrier_check) {
    control::slave_state slave;
    slave.config = memory;
    slave.link = link;
    slave.usable = port.flags & XDPBOND_PORT_USABLE;
    slave.alive = xdpbond_alive(&port, carrier_check);
    slave.active = slave.alive;
    slave.link_id = 100 + memory.slot;
    slave.program_id = 7;
    return slave;
}

} // namespace

char program_choice(const xdpbond_options& options, const xdpbond_half& half, const bytes& frame,
                    std::uint32_t& counter) {
    std::uint64_t key = xdpbond_hash(view(frame), options.hash, options.hash_version);
    if (options.mode == XDPBOND_MODE_BALANCE_RR)
        key = xdpbond_is_igmp(view(frame)) ? XDPBOND_KEY_ACTIVE : xdpbond_turn(++counter, options.packets_per_slave);
    const auto choice = xdpbond_choose(&half, options.mode, options.rr_slaves, key, XDPBOND_CARRIER_OFF);
    return choice.place == XDPBOND_NOWHERE ? '-' : static_cast<char>('0' + xdpbond_chosen(&choice)->ifindex - 11);
}

void put(std::span<char> field, std::string_view text) {
    std::ranges::fill(field, '\0');
    std::ranges::copy(text.substr(0, field.size() - 1), field.begin());
}

made_up_bond::made_up_bond(unsigned slaves, unsigned mode) : links(slaves) {
    config.magic = XDPBOND_MAGIC;
    config.abi_version = XDPBOND_ABI_VERSION;
    config.state = XDPBOND_STATE_READY;
    config.options = control::default_options();
    config.options.mode = static_cast<__u8>(mode);
    config.slaves = slaves;
    put(config.name, "uplink");
    put(config.program, "tx");
    for (unsigned i = 0; i < slaves; ++i) {
        auto& slave = config.slave[i];
        auto& link = links[i];
        link.name = "s" + std::to_string(i);
        link.ifindex = slave.ifindex = 11 + i;
        link.up = link.carrier = true;
        link.mtu = 1500;
        link.device = 0x1000 + i;
        link.address = link.permanent = {2, 0, 0, 0, 0, static_cast<std::uint8_t>(i)};
        put(slave.name, link.name);
        slave.slot = 1 + i;
        slave.attach = XDPBOND_ATTACH_NATIVE;
        std::ranges::copy(link.address, slave.perm_hwaddr);
    }
    for (auto& link : links)
        link.address = links[0].address;
    std::ranges::copy(links[0].address, config.address);
}

void made_up_bond::forward_to(std::string_view name) {
    put(config.program, "forward");
    put(config.peer.name, name);
    config.peer.ifindex = peer.ifindex = 99;
    config.peer.slot = 99;
    config.peer.attach = XDPBOND_ATTACH_NATIVE;
    peer.name = name;
    peer.up = peer.carrier = true;
}

control::bond_state made_up_bond::state() const {
    control::bond_state bond;
    bond.name = "uplink";
    bond.config = config;
    bond.half = plan();
    bond.pin = "/sys/fs/bpf/xdpbond/0000000000000001/uplink";
    const auto mark = [&](xdpbond_port& port) {
        for (const auto& link : links)
            if (link.ifindex == port.ifindex && !(link.up && link.carrier))
                port.flags |= XDPBOND_PORT_NO_CARRIER;
    };
    for (auto* ports : {bond.half.slave, bond.half.sender, bond.half.preference})
        for (unsigned i = 0; i < config.slaves; ++i)
            mark(ports[i]);
    for (unsigned i = 0; i < config.slaves; ++i)
        bond.slaves.push_back(state_of(config.slave[i], links[i], bond.half.slave[i], config.options.carrier_check));
    if (config.options.mode == XDPBOND_MODE_ACTIVE_BACKUP || config.options.mode == XDPBOND_MODE_8023AD) {
        const auto active = xdpbond_choose(&bond.half, config.options.mode, 0, 0, config.options.carrier_check);
        for (auto& slave : bond.slaves)
            slave.active =
                active.reason != XDPBOND_REASON_NO_SLAVE && xdpbond_chosen(&active)->ifindex == slave.config.ifindex;
    }
    bond.has_peer = config.peer.name[0] != '\0';
    if (bond.has_peer)
        bond.peer = state_of(config.peer, peer, bond.half.peer, config.options.carrier_check);
    return bond;
}

} // namespace xdpbond::test
