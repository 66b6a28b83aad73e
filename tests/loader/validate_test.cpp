// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Which settings make sense together: every option in every mode.

#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace xdpbond::control;

namespace {

const std::vector<std::string> slaves{"eth0", "eth1"};

struct row {
    const char* option;
    const char* value;
    std::vector<unsigned> modes; // where it makes sense
};

const row rows[] = {
    {"packets_per_slave", "3", {0}},
    {"rr_slaves", "usable", {0}},
    {"xmit_hash_policy", "layer3+4", {2, 4}},
    {"hash_version", "5.15", {2, 4}},
    {"primary", "eth1", {1}},
    {"active_slave", "eth1", {1}},
    {"fail_over_mac", "active", {1}},
    {"address", "02:00:00:00:00:01", {0, 1, 2, 3, 4}},
    {"broadcast_frags", "pass", {3}},
    {"all_slaves_active", "1", {0, 1, 2, 3, 4}},
    {"control_frames", "none", {0, 1, 2, 3, 4}},
    {"no_slave", "pass", {0, 1, 2, 3, 4}},
    {"carrier_check", "off", {0, 1, 2, 3, 4}},
    {"statistics", "off", {0, 1, 2, 3, 4}},
};

up_request request() {
    return {.name = "uplink", .slaves = slaves, .settings = {}};
}

exit_code code_of(const up_request& request) {
    const auto valid = validate(request, {});
    return valid ? exit_code::done : valid.failure().code;
}

} // namespace

TEST_CASE("an option given in a mode where it means nothing is refused with the modes where it does") {
    for (const auto& row : rows)
        for (unsigned mode = 0; mode <= 4; ++mode) {
            CAPTURE(row.option);
            CAPTURE(mode);
            bond_settings settings;
            settings.options.mode = static_cast<__u8>(mode);
            REQUIRE(assign(settings, row.option, row.value));
            const std::vector<std::string> changed{row.option};
            const auto valid = validate(settings, slaves, changed);
            const bool expected = std::ranges::count(row.modes, mode) != 0;
            CHECK(static_cast<bool>(valid) == expected);
            if (!valid) {
                CHECK(valid.failure().code == exit_code::usage);
                CHECK(valid.failure().message.find(mode_name(row.modes.front())) != std::string::npos);
            }
            CHECK(validate(settings, slaves, {})); // left from before: kept and unused
        }
}

TEST_CASE("primary and active_slave name a slave of the bond, or none") {
    for (const char* option : {"primary", "active_slave"}) {
        bond_settings settings;
        settings.options.mode = XDPBOND_MODE_ACTIVE_BACKUP;
        const std::vector<std::string> changed{option};
        REQUIRE(assign(settings, option, "eth2"));
        const auto valid = validate(settings, slaves, changed);
        REQUIRE(!valid);
        CHECK(valid.failure().code == exit_code::usage);
        CHECK(valid.failure().message.find("eth2 is not a slave") != std::string::npos);
        REQUIRE(assign(settings, option, ""));
        CHECK(validate(settings, slaves, changed));
    }
}

TEST_CASE("a bond whose slaves keep their own addresses has none of its own") {
    bond_settings settings;
    settings.options.mode = XDPBOND_MODE_ACTIVE_BACKUP;
    REQUIRE(assign(settings, "fail_over_mac", "active"));
    CHECK(validate(settings, slaves, {}));
    REQUIRE(assign(settings, "address", "02:00:00:00:00:01"));
    const auto valid = validate(settings, slaves, {});
    REQUIRE(!valid);
    CHECK(valid.failure().code == exit_code::usage);
    CHECK(valid.failure().message.find("address=02:00:00:00:00:01: means nothing with fail_over_mac=active") == 0);
    settings.options.mode = XDPBOND_MODE_BALANCE_XOR; // there is no fail_over_mac: kept and unused
    CHECK(validate(settings, slaves, {}));
}

TEST_CASE("fail_over_mac=follow is known and not served") {
    bond_settings settings;
    const auto assigned = assign(settings, "fail_over_mac", "follow");
    REQUIRE(!assigned);
    CHECK(assigned.failure().code == exit_code::unsupported);
    CHECK(settings.watch.fail_over_mac == XDPBOND_FOM_NONE);
}

TEST_CASE("numbers that no name stands for are refused") {
    void (*const wrongs[])(xdpbond_options&) = {[](xdpbond_options& o) { o.mode = 5; },
                                                [](xdpbond_options& o) { o.hash = 6; },
                                                [](xdpbond_options& o) { o.control_frames = 3; },
                                                [](xdpbond_options& o) { o.no_slave = 2; },
                                                [](xdpbond_options& o) { o.broadcast_frags = 2; },
                                                [](xdpbond_options& o) { o.carrier_check = 2; },
                                                [](xdpbond_options& o) { o.statistics = 2; },
                                                [](xdpbond_options& o) { o.hash_version = 2; },
                                                [](xdpbond_options& o) { o.rr_slaves = 2; },
                                                [](xdpbond_options& o) { o.all_slaves_active = 2; }};
    for (const auto wrong : wrongs) {
        bond_settings settings;
        wrong(settings.options);
        CHECK(!validate(settings, slaves, {}));
    }
}

TEST_CASE("a bond's name fits a bpffs and a command line") {
    for (const char* name : {"b", "uplink", "up_link-2", "fifteen-letters"}) {
        auto asked = request();
        asked.name = name;
        CHECK(code_of(asked) == exit_code::done);
    }
    for (const char* name : {"", "-b", "a.b", "a/b", "..", "a b", "sixteen-letters-", "b\xc3\xbc"}) {
        CAPTURE(name);
        auto asked = request();
        asked.name = name;
        CHECK(code_of(asked) == exit_code::usage);
    }
}

TEST_CASE("slaves are 1 to 64 names, each once") {
    auto asked = request();
    asked.slaves = {};
    CHECK(code_of(asked) == exit_code::usage);
    asked.slaves = {"eth0", "eth1", "eth0"};
    CHECK(code_of(asked) == exit_code::usage);
    CHECK(validate(asked, {}).failure().message.find("eth0") == 0);
    asked.slaves = {"eth0", ""};
    CHECK(code_of(asked) == exit_code::usage);
    asked.slaves.clear();
    for (int i = 0; i < XDPBOND_SLAVES_MAX; ++i)
        asked.slaves.push_back("eth" + std::to_string(i));
    CHECK(code_of(asked) == exit_code::done);
    asked.slaves.push_back("one-more");
    CHECK(code_of(asked) == exit_code::usage);
}

TEST_CASE("a program has the other side it needs, and that is no slave") {
    const auto with = [](const char* program, const char* peer) {
        auto asked = request();
        asked.program = program;
        asked.peer = peer;
        return code_of(asked);
    };
    CHECK(with("tx", "") == exit_code::done);
    CHECK(with("forward", "eth9") == exit_code::done);
    CHECK(with("tx", "eth9") == exit_code::usage);
    CHECK(with("forward", "") == exit_code::usage);
    CHECK(with("forward", "eth1") == exit_code::usage);
    CHECK(with("mirror", "") == exit_code::usage);
}
