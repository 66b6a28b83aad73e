// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "prepare_port.hpp"

#include "far_end.hpp"
#include "port_traits.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"

namespace xdpbond::control {

namespace {

struct switched_off {
    xdpbond_changed bit;
    feature which;
};
constexpr switched_off offs[] = {
    {XDPBOND_CHANGED_RXVLAN_OFF, feature::rxvlan}, {XDPBOND_CHANGED_RXVLAN_STAG_OFF, feature::rxvlan_stag},
    {XDPBOND_CHANGED_TXVLAN_OFF, feature::txvlan}, {XDPBOND_CHANGED_TXVLAN_STAG_OFF, feature::txvlan_stag},
    {XDPBOND_CHANGED_LRO_OFF, feature::lro},
};

// Does to one interface of the calling thread's namespace what the bits say.
result<void> change(const links& net, const link_facts& port, std::uint32_t bits) {
    for (const auto& [bit, which] : offs)
        if (bits & bit)
            if (auto set = set_feature(port.name, which, false); !set)
                return set;
    if (!(bits & (XDPBOND_CHANGED_GRO_ON | XDPBOND_CHANGED_GRO_OFF)))
        return {};
    if (bits & XDPBOND_CHANGED_UP)
        if (auto up = net.set_up(port, true); !up)
            return up;
    if (bits & XDPBOND_CHANGED_GRO_OFF)
        if (auto off = set_feature(port.name, feature::gro, false); !off)
            return off;
    if (auto on = set_feature(port.name, feature::gro, true); !on)
        return on;
    return bits & XDPBOND_CHANGED_UP ? net.set_up(port, false) : result<void>();
}

// The other way round; what is as it should be already is left alone.
report change_back(const links& net, const link_facts& port, const std::string& where, std::uint32_t bits,
                   bool dry_run) {
    report done;
    if (bits & XDPBOND_CHANGED_UP && port.up) {
        done.push_back(text("set ", port.name, where, " down, as it was"));
        if (!dry_run)
            if (auto down = net.set_up(port, false); !down)
                done.push_back(text("warning: ", down.failure().message));
    }
    auto now = read_features(port.name);
    if (!now)
        return {text("warning: ", now.failure().message, "; its offloads stay as they are")};
    auto put = [&](feature which, bool on) {
        if ((*now)[which].on == on)
            return;
        done.push_back(
            text("switch ", feature_name(which), on ? " on" : " off", " at ", port.name, where, ", as it was"));
        if (dry_run)
            return;
        if (auto set = set_feature(port.name, which, on); !set)
            done.push_back(text("warning: ", set.failure().message));
    };
    for (const auto& [bit, which] : offs)
        if (bits & bit)
            put(which, true);
    if (bits & XDPBOND_CHANGED_GRO_ON)
        put(feature::gro, false);
    if (bits & XDPBOND_CHANGED_GRO_OFF)
        put(feature::gro, true);
    return done;
}

// "rx-gro on, tx-vlan-hw-insert off": what change_back() would turn round.
std::string left_as(std::uint32_t bits) {
    std::string words;
    if (bits & XDPBOND_CHANGED_GRO_ON)
        words = text(feature_name(feature::gro), " on");
    for (const auto& [bit, which] : offs)
        if (bits & bit)
            words += text(words.empty() ? "" : ", ", feature_name(which), " off");
    return words;
}

// A veth's far end, and the thread in its namespace.
struct far_visit {
    far_netns there;
    netns_scope inside;
    links net;
    link_facts link;
};

result<far_visit> visit(result<far_netns> there, std::uint32_t ifindex) {
    if (!there)
        return there.failure();
    auto inside = there->enter();
    if (!inside)
        return inside.failure();
    auto net = links::open();
    if (!net)
        return net.failure();
    auto link = net->by_index(ifindex);
    if (!link)
        return link.failure();
    return far_visit{*std::move(there), *std::move(inside), *std::move(net), *std::move(link)};
}

// A veth keeps its far end wherever both are moved. Where the port was moved away from here, by what is remembered.
result<far_visit> visit_remembered(const links& net, const link_facts& port, const xdpbond_config_slave& memory) {
    if (port.ifindex)
        return visit(find_far_netns(port), port.far_ifindex);
    const error gone{exit_code::no_such, "gone"};
    if (net.by_index(memory.ifindex))
        return gone; // another one has its number: it was deleted, and its far end with it
    auto far = visit(find_netns(memory.far_netns), memory.far_ifindex);
    if (far && far->link.far_ifindex != memory.ifindex)
        return gone;
    return far;
}

} // namespace

port_plan look_ahead(const link_facts& port) {
    return plan_port(port, read_traits(port));
}

result<report> prepare_port(const link_facts& port, const port_plan& plan, xdpbond_config_slave& memory,
                            const std::function<result<void>()>& save) {
    if (!plan.changed && !plan.far_changed)
        return report{};
    memory.changed |= plan.changed;
    memory.far_changed |= plan.far_changed;
    memory.far_ifindex = plan.far_changed ? plan.far_ifindex : 0;
    memory.far_netns = plan.far_changed ? plan.far_netns : 0;
    if (auto saved = save(); !saved)
        return saved.failure();
    if (plan.changed) {
        auto net = links::open();
        if (!net)
            return net.failure();
        if (auto changed = change(*net, port, plan.changed); !changed)
            return changed.failure();
    }
    if (plan.far_changed) {
        auto far = visit(find_far_netns(port), plan.far_ifindex);
        if (!far)
            return error{far.failure().code, text(port.name, ": cannot reach its far end: ", far.failure().message)};
        if (auto changed = change(far->net, far->link, plan.far_changed); !changed)
            return changed.failure();
    }
    if (memory.far_changed & XDPBOND_CHANGED_UP) {
        memory.far_changed &= ~static_cast<__u32>(XDPBOND_CHANGED_UP); // down again
        if (auto saved = save(); !saved)
            return saved.failure();
    }
    return plan.steps;
}

report restore_port(const links& net, const link_facts& port, const xdpbond_config_slave& memory, bool dry_run) {
    report done;
    if (const auto changed = memory.changed & ~address_changes; changed && port.ifindex)
        done = change_back(net, port, "", changed, dry_run);
    if (!memory.far_changed)
        return done;
    auto far = visit_remembered(net, port, memory);
    if (!far && far.failure().code == exit_code::no_such && !port.ifindex)
        return done; // gone, for all that can be seen
    if (!far) {
        const std::string left = left_as(memory.far_changed);
        if (!left.empty())
            done.push_back(text("warning: ", port.name, ": cannot reach its far end: ", far.failure().message,
                                "; its offloads stay as they are: ", left));
        return done;
    }
    const report more = change_back(far->net, far->link, far->there.where, memory.far_changed, dry_run);
    done.insert(done.end(), more.begin(), more.end());
    return done;
}

} // namespace xdpbond::control
