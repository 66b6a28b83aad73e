// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The monitor as the planner of an operation: what it knows follows what the operation publishes, and nothing else.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/monitor.hpp>
#include <xdpbond/control/planner.hpp>

#include <string>
#include <vector>

namespace xdpbond::control {

class kept_planner : public planner {
public:
    // `known`: of the bond before the operation; a new one's for a bond that is to be made. `wish`: its active_slave.
    kept_planner(monitor_memory known, std::string wish);

    result<xdpbond_half> plan(const xdpbond_config& config, std::span<const link_facts> slaves,
                              const link_facts& peer) override;
    void published() override;

    // What is known by what is in force now, and what happened on the way.
    const monitor_memory& known() const { return known_; }
    const std::vector<monitor_event>& events() const { return events_; }
    bool has_published() const { return has_published_; }

private:
    monitor_memory known_;
    monitor_memory tried_;
    std::string wish_;             // that known_ has been told
    const std::string first_wish_; // nothing is refused on the way back to it
    std::string tried_wish_;
    std::vector<monitor_event> events_, tried_events_;
    bool has_published_ = false;
};

} // namespace xdpbond::control
