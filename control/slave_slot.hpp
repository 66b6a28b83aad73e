// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A key of <bond>_slaves for a port that joins.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>

namespace xdpbond::control {

struct free_slot {
    std::uint32_t slot = 0;
    xdpbond_counters counters{}; // of all slots, as they are now: what this one counted is not the new port's
};

// One that nothing uses: no slave, no publication, no device that is still in the map. Errors that were counted for it
// are forgotten.
result<free_slot> take_free_slot(const bond_pins& pins, const xdpbond_config& config, const link_facts& port);

} // namespace xdpbond::control
