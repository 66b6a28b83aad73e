// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "port_plan.hpp"

#include "sentence.hpp"
#include "xdp_features.hpp"

#include <span>

namespace xdpbond::control {

namespace {

// Features that must be off, the bits that remember that they were on, and why.
struct unwanted {
    feature which;
    xdpbond_changed bit;
};
constexpr unwanted tags_taken_off[] = {{feature::rxvlan, XDPBOND_CHANGED_RXVLAN_OFF},
                                       {feature::rxvlan_stag, XDPBOND_CHANGED_RXVLAN_STAG_OFF}};
constexpr unwanted frames_merged[] = {{feature::lro, XDPBOND_CHANGED_LRO_OFF}};
constexpr unwanted tags_kept_outside[] = {{feature::txvlan, XDPBOND_CHANGED_TXVLAN_OFF},
                                          {feature::txvlan_stag, XDPBOND_CHANGED_TXVLAN_STAG_OFF}};
constexpr std::string_view tags_lost = "VLAN tags are lost with it";

// What is to be changed at one interface.
struct changes {
    std::string at; // "p0 in namespace blue, the far end of s0"
    std::uint32_t bits = 0;
    std::string words{};

    void add(std::string_view what, std::string_view why) {
        words += text(words.empty() ? "" : ", ", what, " (", why, ")");
    }
};

std::string far_words(const far_traits& far) {
    return text(far.name, far.where);
}

void note_obstacle(port_plan& plan, std::string words) {
    if (plan.obstacle.empty())
        plan.obstacle = std::move(words);
}

// Whether frames redirected to a veth arrive. What the kernel says of it (since 6.3) can be stale both ways: the driver
// takes no notice of GRO while the far end is down.
bool takes_redirects(const port_traits& traits) {
    const bool ready = traits.far.native_program || traits.far.features[feature::gro].on;
    return ready && (!traits.xdp_features || *traits.xdp_features & xdp_ndo_xmit);
}

// The far end shall receive by NAPI: with GRO on, or a native program of its own.
void plan_gro(const link_facts& port, const port_traits& traits, port_plan& plan, changes& there) {
    if (takes_redirects(traits))
        return;
    const far_traits& far = traits.far;
    const feature_state gro = far.features[feature::gro];
    if (!gro.can_change || far.native_program) {
        note_obstacle(plan, text(port.name, ": redirected frames are lost at its far end ", far_words(far),
                                 ", and GRO there does not help; set it down and up"));
        return;
    }
    there.bits |= gro.on ? XDPBOND_CHANGED_GRO_OFF : XDPBOND_CHANGED_GRO_ON;
    if (gro.on)
        there.add("GRO off and on", "it was switched on while the interface was down, and the driver took no notice");
    else
        there.add("GRO on", "redirected frames are lost without");
    if (far.up)
        return;
    there.bits |= XDPBOND_CHANGED_UP;
    there.add("up for a moment", "the driver takes no notice of GRO while it is down");
}

void plan_off(const link_facts& port, const feature_table& features, std::span<const unwanted> list,
              std::string_view why, port_plan& plan, changes& at) {
    std::string names;
    for (const auto& [which, bit] : list) {
        if (!features[which].on)
            continue;
        if (!features[which].can_change) {
            note_obstacle(plan,
                          text(port.name, ": ", feature_name(which), " cannot be switched off at ", at.at, ": ", why));
            continue;
        }
        at.bits |= bit;
        names += text(names.empty() ? "" : " and ", feature_name(which));
    }
    if (!names.empty())
        at.add(names + " off", why);
}

void plan_far_end(const link_facts& port, const port_traits& traits, port_plan& plan) {
    const far_traits& far = traits.far;
    if (far.reach == far_traits::sight::hidden) {
        note_obstacle(plan, text(port.name, ": GRO and VLAN offload of its far end cannot be seen: ", far.why));
        return;
    }
    changes there{text(far_words(far), ", the far end of ", port.name)};
    plan_gro(port, traits, plan, there);
    plan_off(port, far.features, tags_kept_outside, tags_lost, plan, there);
    plan.far_ifindex = far.ifindex;
    plan.far_netns = far.netns;
    plan.far_changed = there.bits;
    if (there.bits)
        plan.steps.push_back(text("change ", there.at, ": ", there.words));

    bool unfilled = false;
    for (auto which : {feature::checksum_generic, feature::checksum_ipv4, feature::checksum_ipv6})
        unfilled = unfilled || far.features[which].on;
    if (far.has_address && unfilled)
        plan.warnings.push_back(text(port.name, ": the far end ", far_words(far),
                                     " has an address and leaves checksums to hardware that is not there: TCP and UDP "
                                     "of its own stack get lost; switch tx-checksumming off there"));
}

void plan_port_itself(const link_facts& port, const port_traits& traits, port_plan& plan) {
    changes here{port.name};
    plan_off(port, traits.features, tags_taken_off, tags_lost, plan, here);
    plan_off(port, traits.features, frames_merged, "native programs must see frames as they came", plan, here);
    plan.changed = here.bits;
    if (here.bits)
        plan.steps.push_back(text("change ", here.at, ": ", here.words));
}

} // namespace

port_plan plan_port(const link_facts& port, const port_traits& traits) {
    port_plan plan;
    if (traits.far.reach == far_traits::sight::none)
        plan_port_itself(port, traits, plan);
    else
        plan_far_end(port, traits, plan);
    return plan;
}

} // namespace xdpbond::control
