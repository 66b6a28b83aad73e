// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// facts → plan: which slaves may send, in which order, which is active. Pure: no kernel, no clock.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>

#include <span>

namespace xdpbond::control {

// What the table should hold for this configuration and these facts, one per slave of `config` in its order
// (and `peer` for a forward program). generation is left 0.
//  - a slave is usable that exists (with the ifindex of the configuration), is up and has carrier; where carrier is
//    seen in band (carrier_check) one without carrier stays usable: the program passes it over frame by frame; one on
//    standby keeps its place and is not usable
//  - senders: every usable slave; in mode 802.3ad without LACP one, the first with carrier, else the first
//  - preference, of the usable slaves: in active-backup active_slave, then primary, then the highest prio; then who sends, then enslave order
xdpbond_half plan_half(const xdpbond_config& config, std::span<const link_facts> slaves, const link_facts& peer);

} // namespace xdpbond::control
