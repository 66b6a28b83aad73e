// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/keeper.hpp>

#include "kept_bond.hpp"
#include "kept_planner.hpp"
#include "place.hpp"

#include <xdpbond/control/capabilities.hpp>
#include <xdpbond/control/config.hpp>
#include <xdpbond/control/link_feed.hpp>
#include <xdpbond/control/monitor.hpp>
#include <xdpbond/control/options.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace xdpbond::control {

namespace {

using namespace std::chrono_literals;

constexpr auto scan_period = 1s; // bonds of other processes
// Whoever makes an interface goes on to set it up, name it, move its other end: not before that is over.
constexpr auto quiet_period = 300ms;
constexpr auto longest_quiet = 2s;
constexpr auto tend_period = 5s; // after one that did not help

// The options among these that are what they were. True: there are some.
bool set_as_before(const xdpbond_config& before, const xdpbond_config& after, const std::vector<std::string>& set,
                   monitor_memory& memory, moment now) {
    const auto was = describe(settings_of(before)), is = describe(settings_of(after));
    const auto same_prio = [](const xdpbond_config_slave& a, const xdpbond_config_slave& b) {
        return a.prio == b.prio;
    };
    bool some = false;
    for (const auto& option : set) {
        const auto has_name = [&option](const auto& pair) { return pair.first == option; };
        const auto old = std::ranges::find_if(was, has_name), now_is = std::ranges::find_if(is, has_name);
        const bool same = option == "prio" ? std::equal(before.slave, before.slave + before.slaves, after.slave,
                                                        after.slave + after.slaves, same_prio)
                                           : old != was.end() && now_is != is.end() && *old == *now_is;
        if (same)
            set_again(memory, option, now);
        some |= same;
    }
    return some;
}

} // namespace

struct keeper::state {
    struct watched {
        std::optional<kept_bond> bond{};       // none: an operation makes it
        std::optional<kept_planner> planner{}; // an operation has it
        xdpbond_config before{};               // the bond as the operation found it
        moment next = moment::min();
        bool thorough = true;
        bool untended = false;
        moment next_tend = moment::min();
        moment tend_by = moment::max();

        // Everything about it is looked at next.
        void wake() {
            next = moment::min();
            thorough = true;
        }
    };

    context where;
    place here;
    link_feed feed;
    std::map<std::string, watched> bonds{};
    std::vector<std::string> heard{};
    moment next_scan = moment::min();
    std::vector<told_event> untold{};

    void find(const std::string& name, watched& each);
    void scan(moment now);
    void hear(moment now);
    void look(const std::string& name, watched& each, moment now, std::vector<told_event>& told);
};

// A bond that is not watched yet: an operation or another process has made it.
void keeper::state::find(const std::string& name, watched& each) {
    if (each.bond)
        return;
    if (auto pins = find_bond(here, name))
        if (auto opened = kept_bond::open(*pins))
            each.bond = *std::move(opened);
}

void keeper::state::scan(moment now) {
    next_scan = now + scan_period;
    auto found = bonds_in(here.folder);
    if (!found)
        return;
    for (const auto& pins : *found) {
        if (bonds.contains(pins.name()))
            continue;
        if (auto bond = kept_bond::open(pins))
            bonds[pins.name()].bond = *std::move(bond);
    }
}

void keeper::state::hear(moment now) {
    bool overrun = false;
    for (const auto& seen : feed.take(overrun)) {
        heard.push_back(seen.name);
        for (auto& [name, each] : bonds) {
            if (!each.bond || !each.bond->has_port(seen))
                continue;
            each.wake();
            if (!each.untended) // from here on: others' events may go on for ever
                each.tend_by = now + longest_quiet;
            each.next_tend = std::min(now + quiet_period, each.tend_by);
        }
    }
    if (overrun)
        for (auto& [name, each] : bonds)
            each.wake();
}

void keeper::state::look(const std::string& name, watched& each, moment now, std::vector<told_event>& told) {
    kept_look seen = each.bond->look(here.net, now, each.thorough);
    each.thorough = false;
    each.untended = seen.untended;
    // Changes of other processes are noticed, however slowly the links are polled.
    each.next = std::min(seen.next, now + scan_period);
    for (auto& event : seen.events)
        told.push_back({name, std::move(event), ""});
    if (!seen.trouble.empty())
        told.push_back({name, {}, std::move(seen.trouble)});
    if (seen.gone)
        each.bond.reset();
}

keeper::keeper(std::unique_ptr<state> made) : state_(std::move(made)) {}
keeper::keeper(keeper&&) noexcept = default;
keeper& keeper::operator=(keeper&&) noexcept = default;
keeper::~keeper() = default;

result<keeper> keeper::open(const context& where) {
    auto here = enter_to_manage(where);
    if (!here)
        return here.failure();
    auto feed = link_feed::open();
    if (!feed)
        return feed.failure();
    keeper opened(std::make_unique<state>(state{where, *std::move(here), *std::move(feed)}));
    opened.state_->scan(std::chrono::steady_clock::now());
    return opened;
}

int keeper::descriptor() const {
    return state_->feed.descriptor();
}

moment keeper::next() const {
    if (!state_->untold.empty())
        return moment::min();
    moment next = state_->next_scan;
    for (const auto& [name, each] : state_->bonds)
        if (each.bond && !each.planner) {
            next = std::min(next, each.next);
            if (each.untended)
                next = std::min(next, each.next_tend);
        }
    return next;
}

std::vector<told_event> keeper::look(moment now) {
    std::vector<told_event> told = std::exchange(state_->untold, {});
    state_->heard.clear();
    state_->hear(now);
    if (now >= state_->next_scan)
        state_->scan(now);
    for (auto& [name, each] : state_->bonds)
        if (each.bond && !each.planner && now >= each.next)
            state_->look(name, each, now, told);
    std::erase_if(state_->bonds, [](const auto& pair) { return !pair.second.bond && !pair.second.planner; });
    return told;
}

std::vector<std::string> keeper::take_untended(moment now) {
    std::vector<std::string> names;
    for (auto& [name, each] : state_->bonds) {
        if (!each.bond || each.planner || !each.untended || now < each.next_tend)
            continue;
        each.next_tend = now + tend_period;
        names.push_back(name);
    }
    return names;
}

std::vector<std::string> keeper::take_heard() {
    return std::exchange(state_->heard, {});
}

context keeper::begin(const std::string& bond) {
    auto& each = state_->bonds[bond];
    state_->find(bond, each);
    if (each.bond) // what the operation begins with is what is so now
        state_->look(bond, each, std::chrono::steady_clock::now(), state_->untold);
    each.before = each.bond ? each.bond->config() : xdpbond_config{};
    each.planner.emplace(each.bond ? each.bond->memory() : monitor_memory{},
                         each.bond ? name_of(each.bond->config().active_slave) : "");
    context where = state_->where;
    where.planner = &*each.planner;
    return where;
}

std::vector<told_event> keeper::end(const std::string& bond, const std::vector<std::string>& set, moment now) {
    std::vector<told_event> told;
    auto& each = state_->bonds[bond];
    if (!each.planner)
        return told;
    const kept_planner planner = *std::move(each.planner);
    each.planner.reset();
    for (const auto& event : planner.events())
        told.push_back({bond, event, ""});
    state_->find(bond, each);
    if (each.bond) {
        if (planner.has_published())
            each.bond->changed(planner.known(), planner.events());
        each.thorough = true;
        state_->look(bond, each, now, told);
        if (each.bond && set_as_before(each.before, each.bond->config(), set, each.bond->memory(), now))
            state_->look(bond, each, now, told);
    }
    if (!each.bond)
        state_->bonds.erase(bond);
    return told;
}

std::vector<std::string> keeper::names() const {
    std::vector<std::string> names;
    for (const auto& [name, each] : state_->bonds)
        if (each.bond)
            names.push_back(name);
    return names;
}

} // namespace xdpbond::control
