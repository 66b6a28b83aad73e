// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Broken on purpose: sends frames to a joining slave before its port is ready for them. The port takes the time that a
// NIC's reset takes: a veth is ready within 0.1 ms, which is between two batches of frames as often as not.

#include "take_in.hpp"

#include "table_plan.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/publish.hpp>

#include <chrono>
#include <thread>

namespace xdpbond::control {

result<void> take_in(const place& here, live_bond& bond, const std::function<result<void>()>& attach, report&) {
    auto& slave = bond.config.slave[bond.config.slaves - 1];
    xdpbond_port port{};
    port.ifindex = slave.ifindex;
    port.slot = static_cast<__u16>(slave.slot);
    port.flags = XDPBOND_PORT_USABLE | XDPBOND_PORT_REDIRECT;
    auto planned = plan_now(here, bond.pins, bond.config);
    if (!planned)
        return planned.failure();
    xdpbond_half& half = *planned;
    half.slave[half.slaves++] = half.sender[half.usable++] = half.preference[half.preferred++] = port;
    auto table = publisher::open(bond.pins);
    if (!table)
        return table.failure();
    if (auto published = table->publish(half, bond.config.options); !published)
        return published.failure();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (auto attached = attach(); !attached)
        return attached;
    slave.flags &= static_cast<__u16>(~XDPBOND_SLAVE_JOINING);
    return write_config(bond.config_map.get(), bond.config);
}

} // namespace xdpbond::control
