// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The interfaces of a bond to be: found by name, and checked.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include "place.hpp"
#include "port_plan.hpp"

#include <vector>

namespace xdpbond::control {

// The slaves in enslave order, then the other side of a forward program if there is one.
struct members {
    std::vector<link_facts> ports;
    std::size_t slaves = 0;
    std::vector<port_plan> plans{}; // one for each port where native mode is wanted; else none

    link_facts peer() const { return ports.size() > slaves ? ports.back() : link_facts{}; }
};

// Finds them, looks ahead at what has to be changed, and refuses those that may not be taken, or not in the mode asked
// for. Leftovers of this bond itself are no obstacle.
result<members> find_members(const place& here, const up_request& request);

// What is to be remembered of them, in state BUILDING. Pure.
xdpbond_config make_config(const up_request& request, const members& found);

} // namespace xdpbond::control
