// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Orders and answers as lines of JSON: what is written is read again, and nothing else is.

#include "order_json.hpp"

#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

using namespace xdpbond::loader;
using namespace xdpbond::control;
using nlohmann::json;

namespace {

// Every member differs from its default.
order full_up() {
    up_request request;
    request.name = "uplink";
    request.slaves = {"eth0", "eth1", "eth2"};
    for (const auto& [option, value] : assignments{{"mode", "active-backup"},
                                                   {"xmit_hash_policy", "layer3+4"},
                                                   {"packets_per_slave", "7"},
                                                   {"all_slaves_active", "on"},
                                                   {"control_frames", "none"},
                                                   {"carrier_check", "off"},
                                                   {"miimon", "50"},
                                                   {"updelay", "200"},
                                                   {"downdelay", "150"},
                                                   {"primary_reselect", "failure"},
                                                   {"min_links", "2"},
                                                   {"primary", "eth1"},
                                                   {"active_slave", "eth2"}})
        REQUIRE(assign(request.settings, option, value));
    request.program = "/usr/lib/edge.bpf.o:main";
    request.peer = "eth9";
    request.attach = XDPBOND_ATTACH_GENERIC;
    request.force = true;
    request.from_file = true;
    request.changed = {"mode", "miimon"};
    order made = order_up(request);
    made.slave_starts = {{"eth0", {{"prio", "5"}, {"state", "standby"}}}, {"eth1", {}}};
    made.dry_run = true;
    made.confirm_within = 30;
    return made;
}

std::string line_of(const question& asked) {
    const auto line = write_question(asked);
    REQUIRE(line);
    CHECK(line->find('\n') == std::string::npos);
    return *line;
}

order again(const order& given) {
    const auto read = read_question(line_of(given));
    REQUIRE_MESSAGE(read, read.failure().message);
    REQUIRE(std::holds_alternative<order>(*read));
    const auto order = std::get<xdpbond::loader::order>(*read);
    CHECK(order.kind == given.kind);
    CHECK(order.bond == given.bond);
    CHECK(order.dry_run == given.dry_run);
    CHECK(order.confirm_within == given.confirm_within);
    // Whatever is in it, written again it is the same.
    CHECK(line_of(order) == line_of(given));
    return order;
}

exit_code refused(const std::string& line) {
    const auto read = read_question(line);
    REQUIRE_FALSE(read);
    CHECK_FALSE(read.failure().message.empty());
    return read.failure().code;
}

// The line of an order with something changed in it.
std::string changed(const order& given, const std::function<void(json&)>& change) {
    auto line = json::parse(line_of(given));
    change(line);
    return line.dump();
}

} // namespace

TEST_CASE("up: every member comes through") {
    const auto given = full_up();
    const auto read = again(given);
    CHECK(read.up.name == "uplink");
    CHECK(read.up.slaves == given.up.slaves);
    CHECK(describe(read.up.settings) == describe(given.up.settings));
    CHECK(describe(read.up.settings) != describe(bond_settings()));
    CHECK(read.up.program == given.up.program);
    CHECK(read.up.peer == given.up.peer);
    CHECK(read.up.attach == given.up.attach);
    CHECK(read.up.force);
    CHECK(read.up.from_file);
    CHECK(read.up.changed == given.up.changed);
    REQUIRE(read.slave_starts.size() == 2);
    CHECK(read.slave_starts[0].slave == "eth0");
    CHECK(read.slave_starts[0].settings == given.slave_starts[0].settings);
    CHECK(read.slave_starts[1].slave == "eth1");
    CHECK(read.slave_starts[1].settings.empty());
}

TEST_CASE("up: defaults come through, and every way to attach") {
    for (const auto attach : {XDPBOND_ATTACH_AUTO, XDPBOND_ATTACH_NATIVE, XDPBOND_ATTACH_GENERIC}) {
        up_request request;
        request.name = "b";
        request.attach = attach;
        const auto read = again(order_up(request));
        CHECK(describe(read.up.settings) == describe(bond_settings()));
        CHECK(read.up.attach == attach);
        CHECK(read.up.program == "tx");
        CHECK_FALSE(read.up.force);
        CHECK_FALSE(read.up.from_file);
        CHECK_FALSE(read.dry_run);
    }
}

TEST_CASE("up: every value of every option comes through") {
    for (const auto& [option, values] : std::vector<std::pair<const char*, std::vector<const char*>>>{
             {"mode", {"balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad"}},
             {"xmit_hash_policy", {"layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4", "vlan+srcmac"}},
             {"packets_per_slave", {"0", "65535"}},
             {"control_frames", {"default", "link-local", "none"}},
             {"no_slave", {"drop", "pass"}},
             {"broadcast_frags", {"drop", "pass"}},
             {"statistics", {"on", "off"}},
             {"hash_version", {"6.1", "5.15"}},
             {"rr_slaves", {"all", "usable"}},
             {"miimon", {"0", "2147483647"}},
             {"primary_reselect", {"always", "better", "failure"}},
             {"min_links", {"0", "64"}}})
        for (const char* value : values) {
            up_request request;
            request.name = "b";
            REQUIRE(assign(request.settings, option, value));
            CHECK(describe(again(order_up(request)).up.settings) == describe(request.settings));
        }
}

TEST_CASE("set, slaves, down, confirm: every member comes through") {
    auto set = order_set("uplink", {{"mode", "broadcast"}, {"mode", "1"}, {"", "a=b"}});
    set.confirm_within = 86400;
    CHECK(again(set).changes == set.changes);
    for (const auto kind : {order_kind::add_slave, order_kind::del_slave, order_kind::set_slave}) {
        auto given = order_slave(kind, {"uplink", "eth0", {{"prio", "-3"}}, true});
        given.dry_run = true;
        const auto read = again(given);
        CHECK(read.slave.bond == "uplink");
        CHECK(read.slave.slave == "eth0");
        CHECK(read.slave.settings == given.slave.settings);
        CHECK(read.slave.force);
        CHECK(read.dry_run);
    }
    for (const auto& given : {order_down("a"), order_confirm("b", false), order_confirm("c", true)})
        again(given);
}

TEST_CASE("a greeting comes through") {
    const auto read = read_question(line_of(hello{}));
    REQUIRE(read);
    CHECK(std::holds_alternative<hello>(*read));
}

TEST_CASE("names with quotes, line ends and all of UTF-8 come through; others are refused before they are sent") {
    const std::string odd = "a\"b\\c\nd\te \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80";
    CHECK(again(order_down(odd)).bond == odd);
    CHECK(write_question(order_down("a\xff")).failure().code == exit_code::usage);
}

TEST_CASE("an order that is longer than a line may be is refused before it is sent") {
    CHECK(write_question(order_down(std::string(longest_question, 'a'))).failure().code == exit_code::usage);
}

TEST_CASE("whatever is no such line is refused") {
    for (const char* line :
         {"", " ", "null", "1", "\"up\"", "[]", "{", "{}", "{}{}", "nonsense", "{\"ask\":\"hello\"}", "{\"xdpbond\":1}",
          "{\"xdpbond\":\"1\",\"release\":\"0\",\"ask\":\"hello\"}", "{\"xdpbond\":1,\"release\":1,\"ask\":\"hello\"}",
          "{\"xdpbond\":1,\"release\":\"0\"}", "{\"xdpbond\":1,\"release\":\"0\",\"ask\":\"hello\",}",
          "{\"xdpbond\":1,\"release\":\"0\",\"ask\":\"dance\",\"bond\":\"b\",\"dry_run\":true}",
          "{\"xdpbond\":1,\"release\":\"\xff\",\"ask\":\"hello\"}",
          "{\"xdpbond\":1,\"release\":\"0\",\"ask\":\"hello\",\"ask\":\"hello\"}"})
        CHECK_MESSAGE(refused(line) == exit_code::usage, line);
    std::string deep = "{\"xdpbond\":1,\"release\":\"0\",\"ask\":";
    CHECK(refused(deep + std::string(9, '[') + std::string(9, ']') + "}") == exit_code::usage);
    CHECK(refused(std::string(longest_question, '[')) == exit_code::usage);
    CHECK(refused(std::string(longest_question + 1, ' ')) == exit_code::usage);
}

TEST_CASE("a member that is missing, unknown, of another type or twice there is refused") {
    const auto up = full_up();
    for (const char* name : {"bond", "dry_run", "confirm_within", "up", "slave_starts"}) {
        CHECK(refused(changed(up, [&](json& line) { line.erase(name); })) == exit_code::usage);
        for (const auto& other : {json(nullptr), json(-1), json(1.5), json({{"a", 1}}), json::array({json::array()})})
            CHECK_MESSAGE(refused(changed(up, [&](json& line) { line[name] = other; })) == exit_code::usage,
                          name << " " << other.dump());
    }
    const json inner = json::parse(line_of(up)).at("up");
    CHECK(inner.size() == 8);
    for (const auto& [name, value] : inner.items()) {
        CHECK(refused(changed(up, [&, name = name](json& line) { line["up"].erase(name); })) == exit_code::usage);
        for (const auto& other : {json(nullptr), json(7), json({{"a", 1}}), json::array({1})})
            CHECK(refused(changed(up, [&, name = name](json& line) { line["up"][name] = other; })) == exit_code::usage);
    }
    CHECK(refused(changed(up, [](json& line) { line["more"] = 1; })) == exit_code::usage);
    CHECK(refused(changed(up, [](json& line) { line["up"]["more"] = 1; })) == exit_code::usage);
    CHECK(refused(changed(up, [](json& line) { line["slave_starts"][0]["more"] = 1; })) == exit_code::usage);
    CHECK(refused(changed(up, [](json& line) { line["slave_starts"][1]["slave"] = "eth0"; })) == exit_code::usage);
    CHECK(refused(changed(up, [](json& line) { line["changes"] = json::array(); })) == exit_code::usage);
    CHECK(refused(changed(up, [](json& line) { line["confirm_within"] = 86401; })) == exit_code::usage);
    CHECK(refused(changed(up, [](json& line) { line["up"]["options"][0][1] = "balance-alb"; })) == exit_code::usage);
    CHECK(refused(changed(up, [](json& line) { line["up"]["options"][0].push_back("x"); })) == exit_code::usage);
    CHECK(refused(changed(up, [](json& line) { line["up"]["slaves"][0] = std::string("eth0\0x", 6); })) ==
          exit_code::usage);
    CHECK(refused(changed(order_down("b"), [](json& line) { line["confirm_within"] = 5; })) == exit_code::usage);
    CHECK(refused(changed(order_down("b"), [](json& line) { line["slave"] = json::object(); })) == exit_code::usage);
}

TEST_CASE("another release whose lines differ is named, in both directions") {
    const auto newer = [](json& line) {
        line["xdpbond"] = 2;
        line["release"] = "9.8.7";
        line["whatever"] = "it means";
    };
    const auto read = read_question(changed(order_down("b"), newer));
    REQUIRE_FALSE(read);
    CHECK(read.failure().code == exit_code::unsupported);
    CHECK(read.failure().message.find("the command is of release 9.8.7") == 0);
    auto line = json::parse(write_answer(result<report>(report{})));
    newer(line);
    const auto heard = read_report(line.dump());
    REQUIRE_FALSE(heard);
    CHECK(heard.failure().code == exit_code::unsupported);
    CHECK(heard.failure().message.find("the daemon is of release 9.8.7") == 0);
}

TEST_CASE("answers: reports, errors and who the daemon is come through") {
    for (const auto& lines : {report{}, report{"one", "warning: two\nlines", "\xc3\xa4"}}) {
        const auto text = write_answer(result<report>(lines));
        CHECK(text.find('\n') == std::string::npos);
        const auto read = read_report(text);
        REQUIRE(read);
        CHECK(*read == lines);
    }
    for (int code = 1; code <= 6; code++) {
        const auto text = write_answer(error{exit_code{code}, "eth0: busy", "a\nlog"});
        for (const auto& failure : {read_report(text).failure(), read_facts(text).failure()}) {
            CHECK(failure.code == exit_code{code});
            CHECK(failure.message == "eth0: busy");
            CHECK(failure.detail == "a\nlog");
        }
    }
    const auto facts = read_facts(write_answer(daemon_facts{4711, "1.2.3", 3, 1ull << 40, {"a", "b"}}));
    REQUIRE(facts);
    CHECK(facts->pid == 4711);
    CHECK(facts->release == "1.2.3");
    CHECK(facts->abi == 3);
    CHECK(facts->uptime == 1ull << 40);
    CHECK(facts->bonds == std::vector<std::string>{"a", "b"});
}

TEST_CASE("answers: text that is not UTF-8 is marked, and of a long log the end is kept") {
    const auto marked = read_report(write_answer(result<report>(report{"eth\xff"})));
    REQUIRE(marked);
    CHECK((*marked)[0] == "eth\xef\xbf\xbd");
    std::string log(longest_answer, '\1');
    log += "the end";
    const auto text = write_answer(error{exit_code::failed, "it failed", log});
    CHECK(text.size() <= longest_answer);
    CHECK(read_report(text).failure().message == "it failed");
    CHECK(read_report(text).failure().detail.ends_with("\1\1the end"));
}

TEST_CASE("answers that are none are refused") {
    for (const char* line :
         {"", "{}", "{\"xdpbond\":1,\"release\":\"0\"}", "{\"xdpbond\":1,\"release\":\"0\",\"done\":1}",
          "{\"xdpbond\":1,\"release\":\"0\",\"done\":[1]}", "{\"xdpbond\":1,\"release\":\"0\",\"done\":[],\"more\":1}",
          "{\"xdpbond\":1,\"release\":\"0\",\"error\":1}",
          "{\"xdpbond\":1,\"release\":\"0\",\"error\":{\"code\":0,\"message\":\"\",\"detail\":\"\"}}",
          "{\"xdpbond\":1,\"release\":\"0\",\"error\":{\"code\":7,\"message\":\"\",\"detail\":\"\"}}"}) {
        CHECK_MESSAGE(read_report(line).failure().code == exit_code::usage, line);
        CHECK_MESSAGE(read_facts(line).failure().code == exit_code::usage, line);
    }
}
