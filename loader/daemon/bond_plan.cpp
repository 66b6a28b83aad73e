// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bond_plan.hpp"

#include "option_plan.hpp"
#include "status_text.hpp"
#include "text.hpp"

#include <xdpbond/control/config.hpp>

#include <algorithm>

namespace xdpbond::loader {
namespace {

constexpr const char* absent = "there is no such interface yet";

bool is_unfinished(const control::slave_state& slave) {
    return slave.config.flags & (XDPBOND_SLAVE_JOINING | XDPBOND_SLAVE_LEAVING);
}

std::vector<member> members_of(const control::bond_state* bond) {
    std::vector<member> members;
    if (bond)
        for (const auto& slave : bond->slaves)
            if (!is_unfinished(slave))
                members.push_back({std::string(text_of(slave.config.name)), slave.alive});
    return members;
}

std::string value_in(const control::assignments& pairs, std::string_view option, std::string otherwise) {
    const auto found = std::ranges::find(pairs, option, &control::assignments::value_type::first);
    return found == pairs.end() ? std::move(otherwise) : found->second;
}

// Each slave has its own address, and not the bond's.
bool addresses_are_own(unsigned mode, unsigned fail_over_mac) {
    return mode == XDPBOND_MODE_ACTIVE_BACKUP && fail_over_mac == XDPBOND_FOM_ACTIVE;
}

control::assignments slave_settings(std::string state, std::string prio) {
    return {{"state", std::move(state)}, {"prio", std::move(prio)}};
}

} // namespace

bond_plan::bond_plan(const configured_bond& wanted, const control::bond_state* there, const found_ports& ports,
                     concerned_ports concerned, reconciliation& into)
    : wanted_(wanted), there_(there), ports_(ports), concerned_(std::move(concerned)), into_(into),
      members_(members_of(there), there ? there->config.capacity : XDPBOND_SLAVES_MAX) {
    if (there_ && there_->config.state != XDPBOND_STATE_READY) {
        give(order_down(name())); // finishes it; then it is built anew
        there_ = nullptr;
        members_ = member_plan({}, XDPBOND_SLAVES_MAX);
    }
    if (!there_)
        return;
    now_ = control::settings_of(there_->config);
    for (const auto& slave : there_->slaves)
        slave_now_[std::string(text_of(slave.config.name))] = slave_settings(
            slave.config.flags & XDPBOND_SLAVE_STANDBY ? "standby" : "active", std::to_string(slave.config.prio));
    if (there_->pending) {
        wait_for("", "its last change waits for confirmation; keep it with `xdpbond-load confirm " + name() +
                         "`, or undo it with `xdpbond-load confirm " + name() + " --revert`");
        left_alone_ = true;
    } else
        left_alone_ = refuse_what_cannot_change();
    // What was interrupted is finished first: another bond may need the port.
    if (!left_alone_ && !concerned_ && !unfinished(*there_).empty())
        give(order_set(name(), {}));
}

bool bond_plan::refuse_what_cannot_change() {
    const auto& config = there_->config;
    const auto& request = wanted_.request;
    const std::string down = "take it down with `xdpbond-load down " + name() + "`, and let the file be read again";
    const auto program = std::string(text_of(config.program));
    const auto peer = std::string(text_of(config.peer.name));
    bool refused = false;
    const auto words = [](const std::string& its_program, const std::string& its_peer) {
        return its_peer.empty() ? its_program : its_program + ":" + its_peer;
    };
    const bool same_peer =
        request.peer.empty() ? peer.empty()
                             : resolve(request.peer).name == peer ||
                                   (is_present(request.peer) && ports_.at(request.peer).ifindex == config.peer.ifindex);
    if (program != request.program || !same_peer) {
        refuse(wanted_.program_line, "runs program " + words(program, peer) + " and cannot change to " +
                                         words(request.program, request.peer) + " while it is up; " + down);
        refused = true;
    }
    constexpr const char* attach_words[] = {"auto", "native", "generic"};
    if (config.attach != static_cast<__u32>(request.attach) && config.attach < std::size(attach_words)) {
        refuse(wanted_.attach_line, std::string("was attached with attach = ") + attach_words[config.attach] +
                                        " and cannot change to " + attach_words[request.attach] + " while it is up; " +
                                        down);
        refused = true;
    }
    // As in the kernel it cannot change while there are slaves.
    const bool own_now = addresses_are_own(now_.options.mode, now_.watch.fail_over_mac);
    const bool given = !control::is_file(request.program) || is_given("fail_over_mac");
    const bool own_then =
        addresses_are_own(mode_then(), given ? request.settings.watch.fail_over_mac : now_.watch.fail_over_mac);
    if (own_now != own_then) {
        refuse(wanted_.address_line, std::string(own_now ? "has fail_over_mac=active, which cannot end"
                                                         : "cannot change to fail_over_mac=active") +
                                         " while it has slaves; " + down);
        refused = true;
    }
    return refused;
}

bool bond_plan::is_concerned(const std::string& port) const {
    return !concerned_ || concerned_->contains(port);
}

bool bond_plan::is_present(const std::string& name) const {
    return ports_.contains(name);
}

// What a name of the file stands for: a slave that the bond has, perhaps under an older name, or an interface.
member bond_plan::resolve(const std::string& name) const {
    const auto port = ports_.find(name);
    if (there_)
        for (const auto& slave : there_->slaves) {
            const std::string its(text_of(slave.config.name));
            const bool same =
                its == name ||
                (port != ports_.end() && (its == port->second.name || slave.config.ifindex == port->second.ifindex));
            if (same && !is_unfinished(slave))
                return {its, slave.alive};
        }
    return port == ports_.end() ? member{name, false} : member{port->second.name, port->second.carrier};
}

std::vector<std::string> bond_plan::has() const {
    std::vector<std::string> names;
    for (const auto& each : members_.now())
        names.push_back(each.name);
    if (there_ && (left_alone_ || concerned_))
        for (const auto& slave : there_->slaves)
            if (is_unfinished(slave))
                names.emplace_back(text_of(slave.config.name));
    if (there_ && there_->has_peer)
        names.emplace_back(text_of(there_->config.peer.name));
    return names;
}

std::vector<std::string> bond_plan::wants() const {
    std::vector<std::string> names;
    for (const auto& slave : wanted_.request.slaves)
        names.push_back(resolve(slave).name);
    if (!wanted_.request.peer.empty())
        names.push_back(resolve(wanted_.request.peer).name);
    return names;
}

// As the file has them, as far as they are there. What is beyond the file stays, last, where only some are concerned.
std::vector<member> bond_plan::target(const std::set<std::string>& taken) const {
    std::vector<member> wanted;
    for (const auto& slave : wanted_.request.slaves) {
        const auto its = resolve(slave);
        if (members_.has(its.name) || (is_present(slave) && is_concerned(slave) && !taken.contains(its.name)))
            wanted.push_back(its);
    }
    if (concerned_)
        for (const auto& each : members_.now())
            if (std::ranges::find(wanted, each.name, &member::name) == wanted.end() && !is_concerned(each.name))
                wanted.push_back(each);
    return wanted;
}

member_plan::actions bond_plan::actions() {
    return {.add =
                [this](const member& joining) {
                    auto settings = slave_settings(value_in(settings_of(joining.name), "state", "active"), "0");
                    added_.insert(joining.name);
                    slave_now_[joining.name] = settings;
                    control::assignments given;
                    if (settings.front().second != "active")
                        given.push_back(settings.front());
                    give(order_slave(order_kind::add_slave,
                                     {name(), joining.name, std::move(given), wanted_.request.force}));
                },
            .remove =
                [this](const member& leaving) {
                    for (auto* wish : {&now_.primary, &now_.active_slave})
                        if (*wish == leaving.name)
                            wish->clear();
                    slave_now_.erase(leaving.name);
                    give(order_slave(order_kind::del_slave, {name(), leaving.name, {}, false}));
                },
            .hold =
                [this](const member& held, const char* why) {
                    held_.push_back({name(), held.name, held.name + ": " + why});
                }};
}

void bond_plan::change_members(const std::set<std::string>& taken) {
    if (!there_ || left_alone_)
        return;
    held_.clear(); // the last step's word counts
    members_.lead_to(target(taken), actions());
}

void bond_plan::release(const std::set<std::string>& elsewhere) {
    if (!there_ || left_alone_ || concerned_)
        return;
    const auto own = wants();
    for (const auto& each : std::vector<member>(members_.now()))
        if (elsewhere.contains(each.name) && std::ranges::find(own, each.name) == own.end())
            members_.take_out(each.name, actions());
}

// Of a slave by the bond's name for it; the file's may be another.
control::assignments bond_plan::settings_of(const std::string& port) const {
    for (const auto& slave : wanted_.slaves)
        if (resolve(slave.name).name == port)
            return slave.settings;
    return {};
}

control::bond_settings bond_plan::wanted_settings() const {
    auto settings = wanted_.request.settings;
    for (auto* wish : {&settings.primary, &settings.active_slave})
        if (!wish->empty()) {
            const auto its = resolve(*wish).name;
            *wish = members_.has(its) ? its : "";
        }
    return settings;
}

bool bond_plan::is_given(std::string_view option) const {
    return std::ranges::find(wanted_.request.changed, option) != wanted_.request.changed.end();
}

// Of an object file's bond, where the file does not say, it is what it was built for.
unsigned bond_plan::mode_then() const {
    const auto& request = wanted_.request;
    const bool own = control::is_file(request.program) && !is_given("mode");
    return own ? now_.options.mode : request.settings.options.mode;
}

void bond_plan::set(control::assignments changes) {
    if (!changes.empty())
        give(order_set(name(), std::move(changes)));
}

// Those that send again come first: the others may be the last that did.
void bond_plan::set_slaves(bool leaving_active_backup) {
    const bool has_prio = !leaving_active_backup && mode_then() == XDPBOND_MODE_ACTIVE_BACKUP;
    std::vector<order> active, standby;
    for (const auto& each : members_.now()) {
        if (concerned_ && !added_.contains(each.name))
            continue;
        const auto settings = settings_of(each.name);
        auto& now = slave_now_[each.name];
        control::assignments changes;
        const auto state = value_in(settings, "state", "active"), prio = value_in(settings, "prio", "0");
        if (!leaving_active_backup && value_in(now, "state", "active") != state)
            changes.emplace_back("state", state);
        if ((has_prio || leaving_active_backup) && value_in(now, "prio", "0") != (has_prio ? prio : "0"))
            changes.emplace_back("prio", has_prio ? prio : "0");
        if (changes.empty())
            continue;
        for (const auto& [option, value] : changes)
            std::ranges::find(now, option, &control::assignments::value_type::first)->second = value;
        auto& list = state == "active" ? active : standby;
        list.push_back(order_slave(order_kind::set_slave, {name(), each.name, changes, wanted_.request.force}));
    }
    for (auto* list : {&active, &standby})
        for (auto& each : *list)
            give(std::move(each));
}

void bond_plan::change_options() {
    if (!there_ || left_alone_)
        return;
    const auto wanted = wanted_settings();
    auto planned = plan_options(now_, wanted, wanted_.request);
    if (concerned_) { // only what had to wait for a port; a new primary ends active_slave, so that goes with it
        const bool new_primary = added_.contains(value_in(planned.changes, "primary", ""));
        planned.before.clear();
        std::erase_if(planned.changes, [&](const auto& change) {
            const auto& [option, value] = change;
            return !(option == "primary" && new_primary) &&
                   !(option == "active_slave" && (new_primary || added_.contains(value)));
        });
    }
    if (!concerned_ && now_.options.mode == XDPBOND_MODE_ACTIVE_BACKUP && mode_then() != now_.options.mode)
        set_slaves(true);
    set(std::move(planned.before));
    set(std::move(planned.changes));
    set_slaves(false);
}

void bond_plan::build(const std::set<std::string>& taken) {
    if (there_ || left_alone_)
        return;
    if (concerned_ && concerned_->empty())
        return;
    control::up_request request = wanted_.request;
    const auto is_missing = [&](const std::string& port) {
        return !is_present(port) || taken.contains(resolve(port).name);
    };
    if (!request.peer.empty() && is_missing(request.peer))
        return;
    std::erase_if(request.slaves, is_missing);
    if (request.slaves.empty())
        return;
    for (const auto& [option, wish] :
         {std::pair{"primary", &request.settings.primary}, std::pair{"active_slave", &request.settings.active_slave}})
        if (!wish->empty() && std::ranges::find(request.slaves, *wish) == request.slaves.end()) {
            wish->clear();
            std::erase(request.changed, option);
        }
    const auto slaves = request.slaves;
    auto made = order_up(std::move(request));
    for (const auto& slave : wanted_.slaves)
        if (!slave.settings.empty() && std::ranges::find(slaves, slave.name) != slaves.end())
            made.slave_starts.push_back({slave.name, slave.settings});
    give(std::move(made));
}

void bond_plan::tell_of(const std::string& port, const std::string& other, bool configured) {
    if (left_alone_ || members_.has(port))
        return;
    for (const auto& name : wanted_.request.slaves)
        if (resolve(name).name == port && is_present(name) && is_concerned(name)) {
            if (configured)
                wait_for(name, name + ": is still a slave of bond " + other + "; it joins once it has left that");
            else
                refuse(wanted_.slaves_line, name + " is a port of bond " + other +
                                                ", which is not in this file; take it out there first, as with "
                                                "`xdpbond-load slave del " +
                                                other + " " + name + "`, and let the file be read again");
        }
}

void bond_plan::end() {
    const auto missing = [&](const std::string& port) {
        return !is_present(port) && !members_.has(resolve(port).name) && is_concerned(port);
    };
    if (!left_alone_) {
        for (const auto& slave : wanted_.request.slaves)
            if (missing(slave))
                wait_for(slave, slave + ": " + absent + "; it joins once it is there");
        if (!there_ && !wanted_.request.peer.empty() && missing(wanted_.request.peer))
            wait_for(wanted_.request.peer, wanted_.request.peer + ": " + absent + ", and it is the other side");
    }
    into_.waiting.insert(into_.waiting.end(), held_.begin(), held_.end());
}

void bond_plan::wait_for(const std::string& port, std::string why) {
    into_.waiting.push_back({name(), port, "bond " + name() + ": " + std::move(why)});
}

void bond_plan::refuse(std::size_t line, std::string reason) {
    into_.refused.push_back({"", line, 0, "bond " + name() + ": " + std::move(reason)});
}

void bond_plan::give(order order) {
    into_.orders.push_back(std::move(order));
}

} // namespace xdpbond::loader
