// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The text of a composition: as the build wrote it, as a program writes it at run time, and as it ought to be.

#include <xdpbond/xdpbond.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace xdpbond;

namespace {

std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE_MESSAGE(file, path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string golden(const std::string& program) {
    return read(GOLDEN_DIR "/" + program + ".bpf.c");
}
std::string generated(const std::string& program) {
    return read(GENERATED_DIR "/" + program + ".bpf.c");
}

// As a command would: from a name and steps that were put together at run time.
std::string written(const std::string& program, const std::vector<step>& steps) {
    const composition whole{.name = name(program), .steps = steps};
    CHECK(sentence(check(whole).what) == "");
    return source(whole, program + ".xdp.cpp");
}

} // namespace

TEST_CASE("the build's text is the golden one") {
    for (const std::string program : {"plain", "composed", "gateway", "options"}) {
        CAPTURE(program);
        CHECK(generated(program) == golden(program));
    }
}

TEST_CASE("a bond made of option values gives the golden text") {
    xdpbond_options options = options_of({});
    options.mode = XDPBOND_MODE_BALANCE_XOR;
    options.hash = XDPBOND_HASH_LAYER3_4;
    CHECK(written("plain", {bond_of("uplink", 4, options)}) == golden("plain"));
}

TEST_CASE("stages and conditions put together at run time give the golden text") {
    const bond uplink{.name = "uplink", .mode = mode::active_backup, .slaves = 2, .no_slave = otherwise::pass};
    const bond flood{.name = "flood", .mode = mode::broadcast, .slaves = 2};
    const stage drop_longer{.function = function_text(std::string("drop_longer")), .header = "length.h"};
    const condition is_longer{.function = "is_longer", .header = "length.h"};
    CHECK(written("composed", {pass_control_frames, drop_longer(1000),                                      //
                               is_multicast, !is_broadcast, pass, end_of_when(),                            //
                               bond_stage{.bond = flood, .function = "xdpbond_ingress", .terminal = false}, //
                               bond_stage{.bond = flood, .function = "xdpbond_transmit"}, end_of_when(),    //
                               is_longer(500), drop, end_of_when(), uplink}) == golden("composed"));
}

TEST_CASE("conditions on a bond put together at run time give the golden text") {
    const bond lan{.name = "lan", .mode = mode::balance_xor, .hash = hash::layer2_3, .slaves = 2};
    const stage drop_longer{.function = "drop_longer", .arguments = "1000", .header = "length.h"};
    const bond_stage arrives{.bond = lan, .function = "xdpbond_ingress", .terminal = false};
    const bond_condition from_other_side{.bond = lan, .function = "xdpbond_from_peer"};
    CHECK(written("gateway",
                  {arrives, from_other_side, drop_longer, bond_stage{.bond = lan, .function = "xdpbond_transmit"},
                   end_of_when(), bond_stage{.bond = lan, .function = "xdpbond_to_peer"}}) == golden("gateway"));
}

TEST_CASE("every option's value reaches the text") {
    xdpbond_options turns = options_of({});
    turns.packets_per_slave = 0;
    turns.control_frames = XDPBOND_CONTROL_LINK_LOCAL;
    turns.no_slave = XDPBOND_OTHERWISE_PASS;
    turns.carrier_check = 0;
    turns.statistics = 0;
    turns.rr_slaves = XDPBOND_RR_USABLE;
    xdpbond_options old_hash = options_of({});
    old_hash.mode = XDPBOND_MODE_8023AD;
    old_hash.hash = XDPBOND_HASH_LAYER2_3;
    old_hash.hash_version = XDPBOND_HASH_VERSION_5_15;
    bond tunable = bond_of("old_hash", 8, old_hash);
    tunable.tunable = true;
    CHECK(written("options", {is_multicast, bond_of("turns", 64, turns), end_of_when(), tunable}) == golden("options"));
}

TEST_CASE("options survive the way into a bond and back") {
    for (const mode each :
         {mode::balance_rr, mode::active_backup, mode::balance_xor, mode::broadcast, mode::ieee8023ad}) {
        xdpbond_options options = options_of({.mode = each});
        options.control_frames = XDPBOND_CONTROL_NONE;
        options.no_slave = XDPBOND_OTHERWISE_PASS;
        options.carrier_check = 0;
        options.hash = takes_hash(each) ? XDPBOND_HASH_ENCAP3_4 : 0;
        options.packets_per_slave = each == mode::balance_rr ? 300 : 1;
        options.all_slaves_active = each == mode::active_backup;
        options.broadcast_frags = each == mode::broadcast ? XDPBOND_OTHERWISE_PASS : XDPBOND_OTHERWISE_DROP;
        const bond made = bond_of("b", 1, options);
        CHECK(check(made) == problem::none);
        const xdpbond_options back = options_of(made);
        CHECK(std::string(reinterpret_cast<const char*>(&back), sizeof back) ==
              std::string(reinterpret_cast<const char*>(&options), sizeof options));
    }
}

TEST_CASE("arguments are written as C writes numbers") {
    CHECK(arguments_of(0).view() == "0");
    CHECK(arguments_of(-1, 65536U).view() == "-1, 65536");
    CHECK(arguments_of(INT64_MIN, UINT64_MAX).view() == "-9223372036854775808, 18446744073709551615");
    CHECK(!arguments_of(INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN).fits());
}
