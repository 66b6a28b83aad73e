// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Settings of a port, and of a veth's far end, changed for native programs and changed back.

#include "port_plan.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/links.hpp>
#include <xdpbond/control/operations.hpp>

#include <functional>

namespace xdpbond::control {

// What has to be changed at a port before a program is attached to it in native mode. Touches nothing.
port_plan look_ahead(const link_facts& port);

// Changes it and reports each step. `memory` takes note first, and `save` stores that before anything is changed, so
// that an interrupted command is undone by restore_port().
result<report> prepare_port(const link_facts& port, const port_plan& plan, xdpbond_config_slave& memory,
                            const std::function<result<void>()>& save);

// Changes back what `memory` remembers, as far as it is still there, but for the address (slave_address.hpp), and
// reports each step; `dry_run` reports only.
// `port`: the same device as it is now, with its name; ifindex 0 where it is gone. What cannot be changed back is a
// warning. `memory` stays as it is: until that is stored anew, doing it again does no harm.
report restore_port(const links& net, const link_facts& port, const xdpbond_config_slave& memory, bool dry_run);

} // namespace xdpbond::control
