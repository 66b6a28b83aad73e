// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "member_plan.hpp"

#include <algorithm>

namespace xdpbond::loader {
namespace {

bool among(const std::vector<member>& members, const std::string& name) {
    return std::ranges::find(members, name, &member::name) != members.end();
}

// How many of the target's first ones are in the right order already: who joins comes last, so these can stay.
std::size_t in_place(const std::vector<member>& now, const std::vector<member>& target) {
    std::size_t place = 0;
    for (const auto& each : now)
        if (place < target.size() && each.name == target[place].name)
            ++place;
    return place;
}

} // namespace

bool member_plan::has(const std::string& name) const {
    return among(now_, name);
}

// Where nobody sends there is nothing to lose.
bool member_plan::can_spare(const std::string& name) const {
    const auto sends = [&](const member& each) { return each.sends && each.name != name; };
    const auto its = std::ranges::find(now_, name, &member::name);
    return its == now_.end() || !its->sends || std::ranges::any_of(now_, sends);
}

void member_plan::add(const member& joining, const actions& act) {
    act.add(joining);
    now_.push_back(joining);
}

void member_plan::take_out(const std::string& name, const actions& act) {
    const auto its = std::ranges::find(now_, name, &member::name);
    if (its == now_.end())
        return;
    act.remove(*its);
    now_.erase(its);
}

bool member_plan::take_out_one(const std::vector<member>& target, const actions& act) {
    for (const auto& each : now_)
        if (!among(target, each.name) && can_spare(each.name)) {
            take_out(std::string(each.name), act);
            return true;
        }
    return false;
}

void member_plan::lead_to(const std::vector<member>& target, const actions& act) {
    bool order_waits = false;
    for (std::size_t place = in_place(now_, target); place < target.size(); ++place) {
        const member& each = target[place];
        if (!has(each.name)) {
            if (now_.size() >= capacity_)
                take_out_one(target, act);
            add(each, act);
        } else if (order_waits || !can_spare(each.name)) {
            if (!order_waits)
                act.hold(each,
                         "it is the last slave that can send, and would be taken out and added again for its place "
                         "in the enslave order");
            order_waits = true;
        } else {
            take_out(each.name, act);
            add(each, act);
        }
    }
    while (take_out_one(target, act)) {
    }
    for (const auto& each : now_)
        if (!among(target, each.name))
            act.hold(each, "it is to leave, but is the last slave that can send");
}

} // namespace xdpbond::loader
