// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "address_change.hpp"

#include "mac.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"
#include "slave_entry.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>

namespace xdpbond::control {

namespace {

void take_address(xdpbond_config& config, const xdpbond_config& from) {
    std::ranges::copy(from.address, config.address);
    config.flags &= ~static_cast<__u32>(XDPBOND_BOND_ADDRESS_SET);
    config.flags |= from.flags & XDPBOND_BOND_ADDRESS_SET;
}

// Each slave that is still there, one after the other.
result<void> give_all(const place& here, int config_map, xdpbond_config& config, report& done) {
    const auto save = [&] { return write_config(config_map, config); };
    for (__u32 i = 0; i < config.slaves; i++) {
        if (is_unfinished(config.slave[i]))
            continue;
        auto given = ensure_address(here.net, config, config.slave[i], save, done);
        if (!given && given.failure().code != exit_code::no_such)
            return given;
    }
    return {};
}

result<void> end_change(int config_map, xdpbond_config& config) {
    std::ranges::fill(config.address_before, 0);
    return write_config(config_map, config);
}

} // namespace

bool other_address(const xdpbond_config& a, const xdpbond_config& b) {
    return mac_of(a.address) != mac_of(b.address) || (a.flags ^ b.flags) & XDPBOND_BOND_ADDRESS_SET;
}

result<void> change_address(const place& here, int config_map, xdpbond_config& config, const xdpbond_config& wanted,
                            report& done) {
    const xdpbond_config before = config;
    // Both are the bond's until each slave has the new one.
    const auto begin = [&](const xdpbond_config& from, const xdpbond_config& to) {
        take_address(config, to);
        std::ranges::copy(from.address, config.address_before);
        return write_config(config_map, config);
    };
    if (auto begun = begin(before, wanted); !begun)
        return begun;
    auto given = give_all(here, config_map, config, done);
    if (given)
        return end_change(config_map, config);
    // Whatever of this fails as well, the first error matters more.
    report ignored;
    static_cast<void>(begin(wanted, before));
    if (give_all(here, config_map, config, ignored))
        static_cast<void>(end_change(config_map, config));
    return given;
}

result<void> finish_address(const place& here, int config_map, xdpbond_config& config, report& done, bool dry_run) {
    if (is_zero(mac_of(config.address_before)))
        return {};
    done.push_back(text("finish the change of the MAC address of ", name_of(config.name), " to ",
                        mac_text(mac_of(config.address)), ", where a command was interrupted"));
    if (dry_run) {
        std::ranges::fill(config.address_before, 0);
        return {};
    }
    if (auto given = give_all(here, config_map, config, done); !given)
        done.push_back(text("warning: ", given.failure().message));
    return end_change(config_map, config);
}

void describe_address_change(const place& here, const xdpbond_config& config, const xdpbond_config& wanted,
                             report& steps) {
    for (__u32 i = 0; other_address(config, wanted) && i < config.slaves; i++) {
        const xdpbond_config_slave& slave = config.slave[i];
        auto port = here.net.by_index(slave.ifindex);
        if (port)
            describe_address(*port, mac_of(wanted.address),
                             slave.changed & XDPBOND_CHANGED_ADDRESS ? mac_of(slave.perm_hwaddr) : port->address,
                             steps);
    }
}

} // namespace xdpbond::control
