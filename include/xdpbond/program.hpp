// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A program composed at compile time from stages, conditions and bonds; a wrong one is one sentence from the compiler.
//
//     using edge = xdpbond::program<"edge", pass_control_frames, when<is_multicast, drop>, uplink>;

#include <xdpbond/check.hpp>
#include <xdpbond/step.hpp>

#include <concepts>
#include <cstddef>
#include <span>

namespace xdpbond {

// What when<> makes: a condition, its steps and their end.
template <std::size_t Count>
struct step_list {
    step items[Count == 0 ? 1 : Count]{};

    constexpr std::span<const step> view() const { return {items, Count}; }
};

template <class Part>
concept any_condition = std::same_as<Part, condition> || std::same_as<Part, bond_condition>;

// The steps of one part of a composition. What is no part has none, so that the compiler says one sentence, not two.
template <class Part>
constexpr auto steps_of(const Part& part) {
    constexpr bool is_part = std::constructible_from<step, const Part&>;
    static_assert(!any_condition<Part>, "xdpbond: a condition stands first in a when<>");
    static_assert(is_part, "xdpbond: a composition is made of stages, when<> and bonds");
    if constexpr (is_part && !any_condition<Part>) {
        return step_list<1>{{step(part)}};
    } else {
        return step_list<0>{};
    }
}
template <std::size_t Count>
constexpr auto steps_of(const step_list<Count>& list) {
    return list;
}

template <std::size_t... Counts>
constexpr auto join(const step_list<Counts>&... lists) {
    step_list<(Counts + ... + 0)> to{};
    std::size_t at = 0;
    const auto add = [&](const auto& list) {
        for (const step& item : list.view()) {
            to.items[at++] = item;
        }
    };
    (add(lists), ...);
    return to;
}

template <class Test, std::size_t... Counts>
constexpr auto guard(const Test& test, const step_list<Counts>&... parts) {
    static_assert(any_condition<Test>, "xdpbond: a when<> begins with a condition");
    if constexpr (any_condition<Test>) {
        return join(step_list<1>{{step(test)}}, parts..., step_list<1>{{end_of_when()}});
    } else {
        return join(parts...);
    }
}

// The parts run only for frames for which the condition holds (`when<!is_multicast, …>`: does not hold).
template <auto Condition, auto... Parts>
constexpr auto when = guard(Condition, steps_of(Parts)...);

// A bond's parts one by one, where a program does something of its own in between; a bond itself is the first two.
// ingress: what a frame's arrival on a slave means (control frames are passed up, a back-up slave's frames dropped).
template <bond Bond>
constexpr bond_stage ingress{.bond = Bond, .function = "xdpbond_ingress", .terminal = false};
// transmit: sends every frame out through the bond.
template <bond Bond>
constexpr bond_stage transmit{.bond = Bond, .function = "xdpbond_transmit"};
// forward: from the slaves to the peer, from the peer to the slaves.
template <bond Bond>
constexpr bond_stage forward{.bond = Bond, .function = "xdpbond_forward"};

// The forwarding program's parts: whether a frame came in on the other side, and sending it there.
template <bond Bond>
constexpr bond_condition from_peer{.bond = Bond, .function = "xdpbond_from_peer"};
template <bond Bond>
constexpr bond_stage to_peer{.bond = Bond, .function = "xdpbond_to_peer"};

// The program `int Name(struct xdp_md *ctx)`, its parts in the order in which a frame meets them.
template <name Name, auto... Parts>
struct program {
    static constexpr auto list = join(steps_of(Parts)...);
    static constexpr composition value{.name = Name, .steps = list.view()};

    static constexpr problem wrong = check(value).what;
#define XDPBOND_PROBLEM(name, sentence) static_assert(wrong != problem::name, "xdpbond: " sentence);
    XDPBOND_PROBLEMS(XDPBOND_PROBLEM)
#undef XDPBOND_PROBLEM
};

} // namespace xdpbond
