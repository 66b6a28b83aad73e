// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "attached.hpp"

#include <xdpbond/control/config.hpp>

namespace xdpbond::control {

attached_slave look_at(const bond_pins& pins, const xdpbond_config_slave& slave, const links& net) {
    attached_slave seen;
    if (auto link = open_pin(pins.link(slave.slot)))
        seen.link = *std::move(link);
    if (auto info = read_link(seen.link.get()); seen.link && info)
        seen.info = *info;
    auto found = net.by_index(slave.ifindex);
    // With a link, the device is the one that runs its program; before there was one, it is the one of that name.
    if (found && (seen.link ? seen.info.ifindex == slave.ifindex && found->xdp_program == seen.info.program
                            : found->name == name_of(slave.name)))
        seen.port = *found;
    else
        seen.port.name = name_of(slave.name);
    return seen;
}

std::vector<attached_slave> look_at_slaves(const bond_pins& pins, const xdpbond_config& config, const links& net) {
    std::vector<attached_slave> slaves;
    for (__u32 i = 0; i < config.slaves && i < XDPBOND_SLAVES_MAX; i++)
        slaves.push_back(look_at(pins, config.slave[i], net));
    return slaves;
}

} // namespace xdpbond::control
