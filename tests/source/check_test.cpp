// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What a composition put together at run time is refused for: the sentences that the compiler says, and where.

#include <xdpbond/xdpbond.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using namespace xdpbond;

namespace {

constexpr bond uplink{.name = "uplink", .mode = mode::balance_xor, .slaves = 4};

struct refusal {
    std::string_view name;
    std::vector<step> steps;
    problem what;
    std::size_t at; // where it is found
};

bond changed(auto change) {
    bond to = uplink;
    change(to);
    return to;
}

bond in_mode(mode in, auto change) {
    return changed([&](bond& to) {
        to.mode = in;
        change(to);
    });
}

stage called(std::string_view function, std::string_view arguments = "", std::string_view header = "") {
    return {.function = function_text(function),
            .arguments = function_text(arguments),
            .header = function_text(header),
            .terminal = true};
}

const std::string long_name(64, 'x');

const std::vector<refusal> refusals = {
    {"", {uplink}, problem::name_missing, 1},
    {"sixteen_letters_", {uplink}, problem::name_too_long, 1},
    {"2nd", {uplink}, problem::name_not_identifier, 1},
    {"a-b", {uplink}, problem::name_not_identifier, 1},
    {"while", {uplink}, problem::name_keyword, 1},
    {"class", {uplink}, problem::name_keyword, 1},
    {"ctx", {uplink}, problem::name_taken, 1},
    {"bpf_edge", {uplink}, problem::name_taken, 1},
    {"uplink", {uplink}, problem::name_shared, 0},
    {"police", {called("police")}, problem::name_shared, 0},
    {"edge", {pass_control_frames, changed([](bond& b) { b.name = {}; })}, problem::name_missing, 1},
    {"edge", {changed([](bond& b) { b.name = name(long_name); })}, problem::name_too_long, 0},
    {"edge", {changed([](bond& b) { b.name = "int"; })}, problem::name_keyword, 0},
    {"edge", {changed([](bond& b) { b.name = "verdict"; })}, problem::name_taken, 0},
    {"edge", {is_multicast, called("uplink"), end_of_when(), uplink}, problem::name_shared, 3},
    {"edge", {is_multicast, uplink, end_of_when(), changed([](bond& b) { b.slaves = 5; })}, problem::bond_twice, 1},
    {"edge", {changed([](bond& b) { b.mode = mode{5}; })}, problem::mode_unknown, 0},
    {"edge", {changed([](bond& b) { b.slaves = 0; })}, problem::slaves_range, 0},
    {"edge", {changed([](bond& b) { b.slaves = 65; })}, problem::slaves_range, 0},
    {"edge", {in_mode(mode::balance_rr, [](bond& b) { b.hash = hash::layer2; })}, problem::hash_in_balance_rr, 0},
    {"edge",
     {in_mode(mode::active_backup, [](bond& b) { b.hash = hash::layer3_4; })},
     problem::hash_in_active_backup,
     0},
    {"edge", {in_mode(mode::broadcast, [](bond& b) { b.hash = hash::layer2; })}, problem::hash_in_broadcast, 0},
    {"edge", {changed([](bond& b) { b.hash = hash{6}; })}, problem::hash_unknown, 0},
    {"edge",
     {in_mode(mode::balance_rr, [](bond& b) { b.hash_version = hash_version::v5_15; })},
     problem::hash_version_elsewhere,
     0},
    {"edge", {changed([](bond& b) { b.packets_per_slave = 1; })}, problem::packets_per_slave_elsewhere, 0},
    {"edge",
     {in_mode(mode::balance_rr, [](bond& b) { b.packets_per_slave = 65536; })},
     problem::packets_per_slave_range,
     0},
    {"edge", {changed([](bond& b) { b.rr_slaves = rr_slaves::usable; })}, problem::rr_slaves_elsewhere, 0},
    {"edge", {changed([](bond& b) { b.all_slaves_active = true; })}, problem::all_slaves_active_elsewhere, 0},
    {"edge", {changed([](bond& b) { b.broadcast_frags = otherwise::pass; })}, problem::broadcast_frags_elsewhere, 0},
    {"edge", {changed([](bond& b) { b.control_frames = control_frames{3}; })}, problem::value_unknown, 0},
    {"edge", {changed([](bond& b) { b.no_slave = otherwise{2}; })}, problem::value_unknown, 0},
    {"edge", {called("")}, problem::function_missing, 0},
    {"edge", {called("drop;")}, problem::function_missing, 0},
    {"edge", {called("return")}, problem::function_missing, 0},
    {"edge", {called("drop", "1); (2")}, problem::function_arguments, 0},
    {"edge", {called("drop", "", "a\"b.h")}, problem::function_header, 0},
    {"edge", {called("drop", "", "<>")}, problem::function_header, 0},
    {"edge", {called("drop", "", "<a.h")}, problem::function_header, 0},
    {"edge", {called(long_name)}, problem::function_too_long, 0},
    {"edge", {called("drop", long_name)}, problem::function_too_long, 0},
    {"edge", {is_multicast, end_of_when(), uplink}, problem::when_empty, 0},
    {"edge", {is_multicast, drop}, problem::when_open, 0},
    {"edge", {drop, end_of_when()}, problem::when_open, 1},
    {"edge", {uplink, drop}, problem::unreachable, 1},
    {"edge", {is_multicast, uplink, drop, end_of_when(), uplink}, problem::unreachable, 2},
    {"edge", {}, problem::no_last_step, 0},
    {"edge", {pass_control_frames}, problem::no_last_step, 1},
    {"edge", {is_multicast, drop, end_of_when(), !is_multicast, uplink, end_of_when()}, problem::no_last_step, 6},
};

} // namespace

TEST_CASE("a composition that makes no sense is refused where it stops making sense") {
    for (const refusal& each : refusals) {
        const finding found = check({.name = name(each.name), .steps = each.steps});
        CAPTURE(each.name);
        CAPTURE(sentence(each.what));
        CHECK(sentence(found.what) == sentence(each.what));
        CHECK(found.step == each.at);
    }
}

TEST_CASE("every sentence has a case") {
    std::set<problem> seen;
    for (const refusal& each : refusals) {
        seen.insert(each.what);
    }
#define XDPBOND_PROBLEM(name, sentence) CHECK_MESSAGE(seen.contains(problem::name), sentence);
    XDPBOND_PROBLEMS(XDPBOND_PROBLEM)
#undef XDPBOND_PROBLEM
}

TEST_CASE("one bond may be used at several places") {
    const std::vector<step> steps{is_multicast, uplink, end_of_when(), uplink};
    CHECK(!check({.name = "edge", .steps = steps}));
}
