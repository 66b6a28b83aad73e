// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Whether a composition makes sense: one check, for the compiler and at run time.

#include <xdpbond/problem.hpp>
#include <xdpbond/step.hpp>
#include <xdpbond/words.hpp>

#include <cstddef>

namespace xdpbond {

constexpr problem check_name(const name& given) {
    const std::string_view word = given.view();
    if (given.empty()) {
        return problem::name_missing;
    }
    if (!given.fits()) {
        return problem::name_too_long;
    }
    if (!is_identifier(word)) {
        return problem::name_not_identifier;
    }
    if (is_keyword(word)) {
        return problem::name_keyword;
    }
    if (is_taken(word)) {
        return problem::name_taken;
    }
    return problem::none;
}

// Options that belong to other modes than the bond's.
constexpr problem check_mode(const bond& of) {
    if (of.hash.given && !takes_hash(of.mode)) {
        return of.mode == mode::balance_rr      ? problem::hash_in_balance_rr
               : of.mode == mode::active_backup ? problem::hash_in_active_backup
                                                : problem::hash_in_broadcast;
    }
    if (of.hash_version.given && !takes_hash(of.mode)) {
        return problem::hash_version_elsewhere;
    }
    if (of.packets_per_slave.given && of.mode != mode::balance_rr) {
        return problem::packets_per_slave_elsewhere;
    }
    if (of.rr_slaves.given && of.mode != mode::balance_rr) {
        return problem::rr_slaves_elsewhere;
    }
    if (of.all_slaves_active.given && of.mode != mode::active_backup) {
        return problem::all_slaves_active_elsewhere;
    }
    if (of.broadcast_frags.given && of.mode != mode::broadcast) {
        return problem::broadcast_frags_elsewhere;
    }
    return problem::none;
}

constexpr problem check(const bond& of) {
    if (const problem wrong = check_name(of.name); wrong != problem::none) {
        return wrong;
    }
    if (of.mode > mode::ieee8023ad) {
        return problem::mode_unknown;
    }
    if (of.slaves < 1 || of.slaves > XDPBOND_SLAVES_MAX) {
        return problem::slaves_range;
    }
    if (const problem wrong = check_mode(of); wrong != problem::none) {
        return wrong;
    }
    if (of.hash.value > hash::vlan_srcmac) {
        return problem::hash_unknown;
    }
    if (of.packets_per_slave.value > 65535) {
        return problem::packets_per_slave_range;
    }
    if (of.control_frames.value > control_frames::none || of.no_slave.value > otherwise::pass ||
        of.broadcast_frags.value > otherwise::pass || of.hash_version.value > hash_version::v5_15 ||
        of.rr_slaves.value > rr_slaves::usable) {
        return problem::value_unknown;
    }
    return problem::none;
}

constexpr problem check(const step& of) {
    if (of.kind == step_kind::end) {
        return problem::none;
    }
    if (!of.function.fits() || !of.arguments.fits() || !of.header.fits()) {
        return problem::function_too_long;
    }
    if (!is_identifier(of.function.view()) || is_keyword(of.function.view())) {
        return problem::function_missing;
    }
    if (!is_argument_list(of.arguments.view())) {
        return problem::function_arguments;
    }
    if (!is_header(of.header.view())) {
        return problem::function_header;
    }
    return of.has_bond ? check(of.bond) : problem::none;
}

// What is wrong first, and at which step; `step` is the number of steps where it is the program as a whole.
struct finding {
    problem what = problem::none;
    std::size_t step = 0;

    constexpr explicit operator bool() const { return what != problem::none; }
};

// Whether the names of steps[at], and of the program, are free of each other and of those before.
constexpr problem check_names(const composition& of, std::size_t at) {
    const step& mine = of.steps[at];
    if (mine.kind == step_kind::end) {
        return problem::none;
    }
    const std::string_view program = of.name.view();
    if (mine.function.view() == program || (mine.has_bond && mine.bond.name.view() == program)) {
        return problem::name_shared;
    }
    for (const step& other : of.steps) {
        if (mine.has_bond && mine.bond.name.view() == other.function.view()) {
            return problem::name_shared;
        }
        if (mine.has_bond && other.has_bond && mine.bond.name == other.bond.name && mine.bond != other.bond) {
            return problem::bond_twice;
        }
    }
    return problem::none;
}

// Checks one block from steps[at] on, up to its end or the program's; leaves `at` behind its last step.
constexpr finding check_block(const composition& of, std::size_t& at, std::size_t depth) {
    bool taken = false; // a step before takes every frame
    for (; at < of.steps.size() && of.steps[at].kind != step_kind::end; at++) {
        if (taken) {
            return {problem::unreachable, at};
        }
        if (of.steps[at].kind == step_kind::when) {
            const std::size_t begin = at++;
            if (const finding wrong = check_block(of, at, depth + 1); wrong) {
                return wrong;
            }
            if (at == of.steps.size()) {
                return {problem::when_open, begin};
            }
            if (at == begin + 1) {
                return {problem::when_empty, begin};
            }
        } else {
            taken = of.steps[at].terminal;
        }
    }
    if (depth == 0 && at < of.steps.size()) {
        return {problem::when_open, at};
    }
    if (depth == 0 && !taken) {
        return {problem::no_last_step, at};
    }
    return {};
}

constexpr finding check(const composition& of) {
    if (const problem wrong = check_name(of.name); wrong != problem::none) {
        return {wrong, of.steps.size()};
    }
    for (std::size_t at = 0; at < of.steps.size(); at++) {
        if (const problem wrong = check(of.steps[at]); wrong != problem::none) {
            return {wrong, at};
        }
        if (const problem wrong = check_names(of, at); wrong != problem::none) {
            return {wrong, at};
        }
    }
    std::size_t at = 0;
    return check_block(of, at, 0);
}

} // namespace xdpbond
