// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The MAC address that the slaves of a bond share, so that frames to it are taken by any of them, and back.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/links.hpp>
#include <xdpbond/control/operations.hpp>

#include <functional>

namespace xdpbond::control {

// The bits of xdpbond_config_slave.changed that are dealt with here.
inline constexpr __u32 address_changes = XDPBOND_CHANGED_ADDRESS | XDPBOND_CHANGED_DOWN;

// Stores a bond's configuration after a change of it.
using save_config = std::function<result<void>()>;

// Whether every slave has the bond's address: always, but for fail_over_mac=active in active-backup.
constexpr bool share_address(const xdpbond_options& options, const xdpbond_watch& watch) {
    return options.mode != XDPBOND_MODE_ACTIVE_BACKUP || watch.fail_over_mac != XDPBOND_FOM_ACTIVE;
}

// A bond that is to have an address and has none takes that of its first slave. Pure.
void adopt_address(xdpbond_config& config);

// Makes the port of `memory`, a slave in `config`, have the bond's address. `memory` takes note of its own first, and
// `save` stores that before anything is changed. A port that has it already is left alone, and so is one whose driver
// cannot change it, which is a warning. A driver that refuses while the port is up gets it down for a moment, but not
// where no other slave has a link (busy). A device that came back anew under its old name: with XDPBOND_CHANGED_ADDRESS
// cleared in `memory`, for its own address is the one it has now.
result<void> ensure_address(const links& net, const xdpbond_config& config, xdpbond_config_slave& memory,
                            const save_config& save, report& done);

// Gives a port that leaves the bond its own address back, where it still has the bond's; somebody else's stays, with a
// warning. `dry_run` reports only. What cannot be changed back is a warning.
void restore_address(const links& net, const xdpbond_config& config, xdpbond_config_slave& memory,
                     const save_config& save, report& done, bool dry_run);

// The step of ensure_address() as a sentence, where there is one.
void describe_address(const link_facts& port, const mac_address& address, const mac_address& own, report& steps);

} // namespace xdpbond::control
