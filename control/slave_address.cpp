// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "slave_address.hpp"

#include "carrier_back.hpp"
#include "mac.hpp"
#include "sentence.hpp"
#include "slave_entry.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>

namespace xdpbond::control {

namespace {

// Whether frames leave through the slave now and could through no other one.
bool sends_alone(const links& net, const link_facts& port, const xdpbond_config& config,
                 const xdpbond_config_slave& memory) {
    if (!port.carrier || !port.xdp_program || config.state != XDPBOND_STATE_READY || is_unfinished(memory))
        return false;
    return std::none_of(config.slave, config.slave + config.slaves, [&](const xdpbond_config_slave& other) {
        if (other.ifindex == memory.ifindex || is_unfinished(other) || other.flags & XDPBOND_SLAVE_STANDBY)
            return false;
        auto link = net.by_index(other.ifindex);
        return link && link->carrier;
    });
}

// Sets it, with the port down for a moment where its driver wants that; `memory` notes that it is to come up again.
result<void> set_at_rest(const links& net, const link_facts& port, const mac_address& address,
                         xdpbond_config_slave& memory, const save_config& save) {
    memory.changed |= XDPBOND_CHANGED_DOWN;
    if (auto saved = save(); !saved)
        return saved;
    if (auto down = net.set_up(port, false); !down)
        return down;
    auto set = net.set_address(port, address);
    if (auto up = net.set_up(port, true); !up)
        return up;
    carrier_returns(net, port);
    memory.changed &= ~static_cast<__u32>(XDPBOND_CHANGED_DOWN);
    if (auto saved = save(); !saved)
        return saved;
    return set;
}

// A command that was killed had it down for a moment.
result<void> end_rest(const links& net, const link_facts& port, xdpbond_config_slave& memory, const save_config& save) {
    if (!(memory.changed & XDPBOND_CHANGED_DOWN))
        return {};
    if (auto up = net.set_up(port, true); !up)
        return up;
    memory.changed &= ~static_cast<__u32>(XDPBOND_CHANGED_DOWN);
    return save();
}

std::string change_words(const link_facts& port, const mac_address& address, const mac_address& own) {
    return text("change ", port.name, ": MAC address ", mac_text(address),
                address == own ? std::string(" (its own, and the bond's now)")
                               : text(" (the bond's; its own is ", mac_text(own), ")"));
}

} // namespace

void adopt_address(xdpbond_config& config) {
    if (!share_address(config.options, config.watch) || !is_zero(mac_of(config.address)) || !config.slaves)
        return;
    std::ranges::copy(config.slave[0].perm_hwaddr, config.address);
}

result<void> ensure_address(const links& net, const xdpbond_config& config, xdpbond_config_slave& memory,
                            const save_config& save, report& done) {
    const mac_address address = mac_of(config.address);
    if (is_zero(address) || !share_address(config.options, config.watch))
        return {};
    auto port = net.by_index(memory.ifindex);
    if (!port)
        return port.failure();
    if (port->address == address) {
        if (mac_of(memory.perm_hwaddr) != address)
            memory.changed |= XDPBOND_CHANGED_ADDRESS;
        return end_rest(net, *port, memory, save);
    }
    if (!(memory.changed & XDPBOND_CHANGED_ADDRESS))
        std::ranges::copy(port->address, memory.perm_hwaddr);
    const __u32 changed = memory.changed;
    memory.changed |= XDPBOND_CHANGED_ADDRESS;
    if (auto saved = save(); !saved)
        return saved;
    auto set = net.set_address(*port, address);
    if (!set && set.failure().code == exit_code::busy && port->up) {
        if (sends_alone(net, *port, config, memory))
            return error{exit_code::busy, text(port->name,
                                               ": its driver changes the MAC address only while it is down, and no "
                                               "other slave of ",
                                               name_of(config.name), " has a link; bring another one in first")};
        set = set_at_rest(net, *port, address, memory, save);
    }
    if (!set && set.failure().code == exit_code::unsupported) {
        memory.changed = changed;
        done.push_back(text("warning: ", port->name, ": its driver cannot change its MAC address ",
                            mac_text(port->address), "; it may take no frames to that of the bond, ",
                            mac_text(address)));
        return save();
    }
    if (!set)
        return error{set.failure().code == exit_code::privilege ? exit_code::unsupported : set.failure().code,
                     text(set.failure().message,
                          "; a virtual function has to be trusted first, or leave each slave its own with "
                          "fail_over_mac=active in mode active-backup")};
    if (auto up = end_rest(net, *port, memory, save); !up)
        return up;
    done.push_back(change_words(*port, address, mac_of(memory.perm_hwaddr)));
    if (auto now = net.by_index(port->ifindex); now && now->address != address)
        done.push_back(text("warning: ", port->name, ": its driver took the MAC address ", mac_text(address),
                            " and has ", mac_text(now->address), " all the same"));
    return {};
}

void restore_address(const links& net, const xdpbond_config& config, xdpbond_config_slave& memory,
                     const save_config& save, report& done, bool dry_run) {
    auto port = net.by_index(memory.ifindex);
    if (!port || !(memory.changed & address_changes))
        return;
    const auto warn = [&done](const result<void>& tried) {
        if (!tried)
            done.push_back(text("warning: ", tried.failure().message));
    };
    const mac_address own = mac_of(memory.perm_hwaddr);
    const bool ours = port->address == mac_of(config.address) || port->address == mac_of(config.address_before);
    if (memory.changed & XDPBOND_CHANGED_ADDRESS && port->address != own && !ours)
        done.push_back(text("warning: ", port->name, ": somebody gave it the MAC address ", mac_text(port->address),
                            ", which stays; its own is ", mac_text(own)));
    else if (memory.changed & XDPBOND_CHANGED_ADDRESS && port->address != own) {
        done.push_back(text("set the MAC address of ", port->name, " to ", mac_text(own), ", as it was"));
        if (!dry_run) {
            auto set = net.set_address(*port, own);
            if (!set && set.failure().code == exit_code::busy && port->up)
                set = set_at_rest(net, *port, own, memory, save);
            warn(set);
        }
    }
    if (memory.changed & XDPBOND_CHANGED_DOWN && memory.was_up && !port->up) {
        done.push_back(text("set ", port->name, " up, as it was"));
        if (!dry_run)
            warn(net.set_up(*port, true));
    }
}

void describe_address(const link_facts& port, const mac_address& address, const mac_address& own, report& steps) {
    if (!is_zero(address) && port.address != address)
        steps.push_back(change_words(port, address, own));
}

} // namespace xdpbond::control
