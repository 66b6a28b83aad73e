// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A slave as it is now: its pinned link and its device together.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/attach.hpp>
#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/links.hpp>
#include <xdpbond/control/pins.hpp>

#include <vector>

namespace xdpbond::control {

struct attached_slave {
    unique_fd link;        // none: not pinned
    link_info info;        // of the link
    bool attached = false; // its device runs the link's program
    link_facts port;       // ifindex 0 where the device that was enslaved is gone
};

// Looks at one slave (or peer) of a bond. Attached, its device is the one that runs its program; otherwise the one that
// still has its name and number. A device that was deleted or went to another network namespace is gone.
attached_slave look_at(const bond_pins& pins, const xdpbond_config_slave& slave, const links& net);

// All slaves of a bond in their order.
std::vector<attached_slave> look_at_slaves(const bond_pins& pins, const xdpbond_config& config, const links& net);

} // namespace xdpbond::control
