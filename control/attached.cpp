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
    seen.port.name = name_of(slave.name);
    auto found = net.by_index(slave.ifindex);
    if (!found)
        return seen;
    seen.attached = seen.info.ifindex == slave.ifindex && found->xdp_program == seen.info.program;
    // A link without a device has been detached, or its device was deleted.
    if (seen.attached || (seen.info.ifindex == 0 && found->name == seen.port.name))
        seen.port = *found;
    return seen;
}

std::vector<attached_slave> look_at_slaves(const bond_pins& pins, const xdpbond_config& config, const links& net) {
    std::vector<attached_slave> slaves;
    for (__u32 i = 0; i < config.slaves && i < XDPBOND_SLAVES_MAX; i++)
        slaves.push_back(look_at(pins, config.slave[i], net));
    return slaves;
}

} // namespace xdpbond::control
