// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Who decides what a bond's table should hold while an operation changes the bond.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/result.hpp>

#include <span>

namespace xdpbond::control {

class planner {
public:
    virtual ~planner() = default;

    // What the table should hold with this configuration: as plan_half(). It may be asked more than once for one
    // change, and for changes that are not made then. Refused is what cannot be: an active_slave without carrier.
    virtual result<xdpbond_half> plan(const xdpbond_config& config, std::span<const link_facts> slaves,
                                      const link_facts& peer) = 0;

    // What was planned last is in force.
    virtual void published() = 0;
};

} // namespace xdpbond::control
