// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "slave_entry.hpp"

#include "dismantle.hpp"
#include "sentence.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>

namespace xdpbond::control {

xdpbond_config without_unfinished(const xdpbond_config& config) {
    xdpbond_config whole = config;
    for (__u32 i = whole.slaves; i-- > 0;)
        if (is_unfinished(whole.slave[i]))
            erase_slave(whole, i);
    return whole;
}

result<std::uint32_t> find_slave(const place& here, const xdpbond_config& config, const std::string& name) {
    const auto end = config.slave + config.slaves;
    auto found = std::find_if(config.slave, end, [&](const auto& slave) { return name_of(slave.name) == name; });
    if (found == end)
        if (auto port = here.net.by_name(name))
            found = std::find_if(config.slave, end, [&](const auto& slave) { return slave.ifindex == port->ifindex; });
    if (found == end)
        return error{exit_code::no_such, text(name, ": is not a slave of ", name_of(config.name),
                                              "; `xdpbond-load status ", name_of(config.name), "` lists its slaves")};
    return static_cast<std::uint32_t>(found - config.slave);
}

void forget_wishes(xdpbond_config& config, const std::string& slave, report& done) {
    const auto forget = [&](auto& wish, std::string_view option) {
        if (name_of(wish) != slave)
            return;
        set_name(wish, "");
        done.push_back(
            text("warning: ", slave, " was the ", option, " of ", name_of(config.name), ", which has none now"));
    };
    forget(config.primary, "primary");
    forget(config.active_slave, "active_slave");
}

void erase_slave(xdpbond_config& config, std::uint32_t index) {
    std::copy(config.slave + index + 1, config.slave + config.slaves, config.slave + index);
    config.slave[--config.slaves] = {};
}

result<void> let_go(const place& here, live_bond& bond, std::uint32_t index, report& done, bool dry_run) {
    const auto save = [&bond] { return write_config(bond.config_map.get(), bond.config); };
    auto released = release(bond.pins, bond.config, bond.config.slave[index], here.net, save, done, dry_run);
    if (!released)
        return released;
    erase_slave(bond.config, index);
    // The next one is a first slave again.
    if (!bond.config.slaves && !(bond.config.flags & XDPBOND_BOND_ADDRESS_SET))
        std::ranges::fill(bond.config.address, 0);
    return dry_run ? result<void>() : save();
}

} // namespace xdpbond::control
