// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "kept_planner.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/monitor_table.hpp>
#include <xdpbond/control/options.hpp>

#include <utility>

namespace xdpbond::control {

kept_planner::kept_planner(monitor_memory known, std::string wish)
    : known_(std::move(known)), tried_(known_), wish_(wish), first_wish_(wish), tried_wish_(std::move(wish)) {}

result<xdpbond_half> kept_planner::plan(const xdpbond_config& config, std::span<const link_facts> slaves,
                                        const link_facts& peer) {
    const moment now = std::chrono::steady_clock::now();
    const monitor_options options = options_of(settings_of(config));
    const auto facts = facts_of(config, slaves);
    const bool is_new = !known_.started;
    tried_ = known_;
    tried_events_.clear();
    const auto look = [&] {
        monitor_plan plan = advance(tried_, options, facts, now);
        tried_events_.insert(tried_events_.end(), plan.events.begin(), plan.events.end());
        return plan;
    };
    follow_renames(tried_, facts);
    monitor_plan plan = look();
    tried_wish_ = name_of(config.active_slave);
    if (options.mode == XDPBOND_MODE_ACTIVE_BACKUP && tried_wish_ != wish_) {
        auto chosen = choose_active(tried_, tried_wish_, now);
        // A wish that a new bond comes with is one for whenever it can be.
        if (!chosen && !is_new && tried_wish_ != first_wish_)
            return chosen.failure();
        plan = look();
    }
    return plan_half(config, slaves, peer, plan);
}

void kept_planner::published() {
    known_ = tried_;
    wish_ = tried_wish_;
    events_.insert(events_.end(), tried_events_.begin(), tried_events_.end());
    tried_events_.clear();
    has_published_ = true;
}

} // namespace xdpbond::control
