// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Every option by name: what it takes, what it refuses, and with which code.

#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace xdpbond::control;

namespace {

struct taken {
    const char* option;
    const char* value;
    unsigned (*field)(const bond_settings&);
    unsigned number;
};

const taken numbers[] = {
    {"mode", "balance-rr", [](const bond_settings& s) -> unsigned { return s.options.mode; }, 0},
    {"mode", "active-backup", [](const bond_settings& s) -> unsigned { return s.options.mode; }, 1},
    {"mode", "balance-xor", [](const bond_settings& s) -> unsigned { return s.options.mode; }, 2},
    {"mode", "broadcast", [](const bond_settings& s) -> unsigned { return s.options.mode; }, 3},
    {"mode", "802.3ad", [](const bond_settings& s) -> unsigned { return s.options.mode; }, 4},
    {"mode", "4", [](const bond_settings& s) -> unsigned { return s.options.mode; }, 4},
    {"xmit_hash_policy", "layer2", [](const bond_settings& s) -> unsigned { return s.options.hash; }, 0},
    {"xmit_hash_policy", "layer3+4", [](const bond_settings& s) -> unsigned { return s.options.hash; }, 1},
    {"xmit_hash_policy", "layer2+3", [](const bond_settings& s) -> unsigned { return s.options.hash; }, 2},
    {"xmit_hash_policy", "encap2+3", [](const bond_settings& s) -> unsigned { return s.options.hash; }, 3},
    {"xmit_hash_policy", "encap3+4", [](const bond_settings& s) -> unsigned { return s.options.hash; }, 4},
    {"xmit_hash_policy", "vlan+srcmac", [](const bond_settings& s) -> unsigned { return s.options.hash; }, 5},
    {"xmit_hash_policy", "5", [](const bond_settings& s) -> unsigned { return s.options.hash; }, 5},
    {"packets_per_slave", "0", [](const bond_settings& s) -> unsigned { return s.options.packets_per_slave; }, 0},
    {"packets_per_slave", "65535", [](const bond_settings& s) -> unsigned { return s.options.packets_per_slave; },
     65535},
    {"all_slaves_active", "1", [](const bond_settings& s) -> unsigned { return s.options.all_slaves_active; }, 1},
    {"all_slaves_active", "on", [](const bond_settings& s) -> unsigned { return s.options.all_slaves_active; }, 1},
    {"control_frames", "link-local", [](const bond_settings& s) -> unsigned { return s.options.control_frames; }, 1},
    {"control_frames", "none", [](const bond_settings& s) -> unsigned { return s.options.control_frames; }, 2},
    {"no_slave", "pass", [](const bond_settings& s) -> unsigned { return s.options.no_slave; }, 1},
    {"broadcast_frags", "pass", [](const bond_settings& s) -> unsigned { return s.options.broadcast_frags; }, 1},
    {"carrier_check", "off", [](const bond_settings& s) -> unsigned { return s.options.carrier_check; }, 0},
    {"statistics", "off", [](const bond_settings& s) -> unsigned { return s.options.statistics; }, 0},
    {"hash_version", "5.15", [](const bond_settings& s) -> unsigned { return s.options.hash_version; }, 1},
    {"fail_over_mac", "none", [](const bond_settings& s) -> unsigned { return s.watch.fail_over_mac; }, 0},
    {"fail_over_mac", "active", [](const bond_settings& s) -> unsigned { return s.watch.fail_over_mac; }, 1},
    {"fail_over_mac", "1", [](const bond_settings& s) -> unsigned { return s.watch.fail_over_mac; }, 1},
    {"address", "02:00:AB:00:00:7f", [](const bond_settings& s) -> unsigned { return s.address[5]; }, 0x7f},
    {"address", "02:00:AB:00:00:7f", [](const bond_settings& s) -> unsigned { return s.address[2]; }, 0xab},
    {"address", "default", [](const bond_settings& s) -> unsigned { return s.address[0]; }, 0},
    {"rr_slaves", "usable", [](const bond_settings& s) -> unsigned { return s.options.rr_slaves; }, 1},
};

// Options of the kernel's that are known and refused: some values it takes, some it does not.
struct refused {
    const char* option;
    std::vector<const char*> good;
    std::vector<const char*> bad;
};

const refused kernel_options[] = {
    {"peer_notif_delay", {"0", "300000"}, {"300001", "x"}},
    {"use_carrier", {"0", "1", "off", "on"}, {"2", "yes"}},
    {"arp_interval", {"0", "1000"}, {"x"}},
    {"arp_ip_target",
     {"10.0.0.1", "+10.0.0.1", "-10.0.0.1", "10.0.0.1,10.0.0.2"},
     {"", "10.0.0", "0.0.0.0", "255.255.255.255", "10.0.0.1,", "fe80::1", "host",
      "1.1.1.1,1.1.1.2,1.1.1.3,1.1.1.4,1.1.1.5,1.1.1.6,1.1.1.7,1.1.1.8,1.1.1.9,1.1.2.1,1.1.2.2,1.1.2.3,1.1.2.4,1.1.2.5,"
      "1.1.2.6,1.1.2.7,1.1.2.8"}},
    {"ns_ip6_target", {"fe80::1", "2001:db8::1,2001:db8::2"}, {"", "::", "::1", "ff02::1", "10.0.0.1"}},
    {"arp_validate",
     {"none", "active", "backup", "all", "filter", "filter_active", "filter_backup", "6"},
     {"7", "any"}},
    {"arp_all_targets", {"any", "all", "0", "1"}, {"2", "some"}},
    {"arp_missed_max", {"1", "255"}, {"0", "256"}},
    {"prio", {"0", "-2147483648", "eth0:10", "eth0:-1"}, {"", "2147483648", "eth0:", ":1", "x"}},
    {"num_grat_arp", {"0", "255"}, {"256", "-1"}},
    {"num_unsol_na", {"0", "255"}, {"256"}},
    {"resend_igmp", {"0", "255"}, {"256"}},
    {"lacp_rate", {"slow", "fast", "0", "1"}, {"2", "quick"}},
    {"lacp_active", {"off", "on", "1"}, {"2", "passive"}},
    {"lacp_strict", {"off", "on"}, {"2"}},
    {"ad_select", {"stable", "bandwidth", "count", "actor_port_prio", "3"}, {"4", "best"}},
    {"ad_actor_sys_prio", {"1", "65535"}, {"0", "65536"}},
    {"ad_actor_system",
     {"00:00:00:00:00:00", "02:11:22:33:44:5f"},
     {"01:80:c2:00:00:02", "02:11:22:33:44", "02-11-22-33-44-55"}},
    {"ad_user_port_key", {"0", "1023"}, {"1024"}},
    {"actor_port_prio", {"255", "eth0:1"}, {"65536", "-1"}},
    {"coupled_control", {"on", "off"}, {"2"}},
    {"broadcast_neighbor", {"on", "off"}, {"2"}},
    {"queue_id", {"1", "eth0:2"}, {"65536", "eth0:x"}},
    {"tlb_dynamic_lb", {"0", "1"}, {"2"}},
    {"lp_interval", {"1", "2147483647"}, {"0"}},
    {"max_bonds", {"1"}, {"x"}},
    {"tx_queues", {"16"}, {"0"}},
};

exit_code code_of(bond_settings& settings, std::string_view option, std::string_view value) {
    const auto assigned = assign(settings, option, value);
    return assigned ? exit_code::done : assigned.failure().code;
}

} // namespace

TEST_CASE("an option that is served takes its names, and its numbers where the kernel does") {
    for (const auto& row : numbers) {
        CAPTURE(row.option);
        CAPTURE(row.value);
        bond_settings settings;
        REQUIRE(code_of(settings, row.option, row.value) == exit_code::done);
        CHECK(row.field(settings) == row.number);
    }
}

TEST_CASE("primary and active_slave take an interface's name, and nothing or none for none") {
    for (const char* option : {"primary", "active_slave"}) {
        bond_settings settings;
        auto& field = option == std::string("primary") ? settings.primary : settings.active_slave;
        CHECK(code_of(settings, option, "eth0.100") == exit_code::done);
        CHECK(field == "eth0.100");
        CHECK(code_of(settings, option, "none") == exit_code::done);
        CHECK(field.empty());
        field = "eth1";
        CHECK(code_of(settings, option, "") == exit_code::done);
        CHECK(field.empty());
        for (const char* bad : {"a/b", "a b", "a:b", ".", "..", "sixteen-letters-"})
            CHECK(code_of(settings, option, bad) == exit_code::usage);
    }
}

TEST_CASE("a value that an option does not know is a usage error, says what it takes, and changes nothing") {
    const std::pair<const char*, const char*> bad[] = {
        {"mode", "7"},
        {"mode", "round-robin"},
        {"mode", ""},
        {"mode", "Balance-rr"},
        {"xmit_hash_policy", "6"},
        {"xmit_hash_policy", "layer4"},
        {"packets_per_slave", "65536"},
        {"packets_per_slave", "-1"},
        {"packets_per_slave", ""},
        {"packets_per_slave", "1 "},
        {"all_slaves_active", "2"},
        {"control_frames", "all"},
        {"no_slave", "tx"},
        {"broadcast_frags", "1"},
        {"carrier_check", "maybe"},
        {"statistics", ""},
        {"hash_version", "5.4"},
        {"rr_slaves", "some"},
        {"fail_over_mac", "3"},
        {"fail_over_mac", "all"},
        {"address", "00:00:00:00:00:00"},
        {"address", "01:00:5e:00:00:01"},
        {"address", "02:00:00:00:00"},
    };
    for (const auto& row : bad) {
        const auto [option, value] = row;
        CAPTURE(row.first);
        CAPTURE(row.second);
        bond_settings settings;
        const auto assigned = assign(settings, option, value);
        REQUIRE(!assigned);
        CHECK(assigned.failure().code == exit_code::usage);
        CHECK(assigned.failure().message.find(std::string(option) + "=" + value) == 0);
        CHECK(assigned.failure().message.find("takes") != std::string::npos);
        CHECK(describe(settings) == describe({}));
    }
}

TEST_CASE("an option of the kernel's that needs the daemon is known, its value is checked first") {
    for (const auto& row : kernel_options) {
        CAPTURE(row.option);
        bond_settings settings;
        for (const char* value : row.good) {
            CAPTURE(value);
            CHECK(code_of(settings, row.option, value) == exit_code::unsupported);
        }
        for (const char* value : row.bad) {
            CAPTURE(value);
            CHECK(code_of(settings, row.option, value) == exit_code::usage);
        }
        CHECK(describe(settings) == describe({}));
    }
}

TEST_CASE("an option of who watches the slaves takes the kernel's values, and needs a process to be set") {
    const refused watched[] = {
        {"miimon", {"0", "100", "2147483647"}, {"", "-1", "2147483648", "100ms", "0x64", " 1"}},
        {"updelay", {"0", "200"}, {"x", "-1"}},
        {"downdelay", {"0", "200"}, {"x", "-1"}},
        {"primary_reselect", {"always", "better", "failure", "2"}, {"3", "never"}},
        {"min_links", {"0", "2"}, {"-1", "x"}},
    };
    for (const auto& row : watched) {
        CAPTURE(row.option);
        for (const char* value : row.good) {
            CAPTURE(value);
            bond_settings settings;
            CHECK(code_of(settings, row.option, value) == exit_code::done);
        }
        for (const char* value : row.bad) {
            CAPTURE(value);
            bond_settings settings;
            CHECK(code_of(settings, row.option, value) == exit_code::usage);
            CHECK(describe(settings) == describe({}));
        }
        const std::vector<std::string> changed{"mode", row.option};
        const auto alone = check_unwatched(changed);
        REQUIRE(!alone);
        CHECK(alone.failure().code == exit_code::unsupported);
        CHECK(alone.failure().message.find(row.option) == 0);
    }
    CHECK(check_unwatched(std::vector<std::string>{"mode", "primary", "carrier_check"}));
}

TEST_CASE("delays are kept in polls, so miimon is taken first, and what is rounded is told") {
    bond_settings settings;
    const auto notes =
        assign(settings, {{"updelay", "250"}, {"downdelay", "100"}, {"miimon", "100"}, {"miimon", "50"}});
    REQUIRE(notes);
    CHECK(notes->empty());
    CHECK(settings.watch.miimon == 50);
    CHECK(settings.watch.updelay == 5);
    CHECK(settings.watch.downdelay == 2);
    const auto rounded = assign(settings, {{"updelay", "270"}});
    REQUIRE(rounded);
    REQUIRE(rounded->size() == 1);
    CHECK(rounded->front().find("warning: updelay=270") == 0);
    CHECK(settings.watch.updelay == 5);
    CHECK(!assign(settings, {{"miimon", "0"}, {"updelay", "100"}}));
}

TEST_CASE("refusals say that the daemon does not do it yet and what there is instead") {
    bond_settings settings;
    const auto lacp = assign(settings, "lacp_rate", "fast");
    CHECK(lacp.failure().message ==
          "lacp_rate=fast: lacp_rate needs the daemon, which does not speak LACP yet; without "
          "LACP one slave sends at a time");
}

TEST_CASE("balance-tlb and balance-alb are known and refused, by name and number") {
    for (const char* mode : {"balance-tlb", "balance-alb", "5", "6"}) {
        CAPTURE(mode);
        bond_settings settings;
        CHECK(code_of(settings, "mode", mode) == exit_code::unsupported);
        CHECK(settings.options.mode == XDPBOND_MODE_BALANCE_RR);
    }
}

TEST_CASE("an unknown option is a usage error that names it") {
    bond_settings settings;
    const auto assigned = assign(settings, "mimon", "100");
    REQUIRE(!assigned);
    CHECK(assigned.failure().code == exit_code::usage);
    CHECK(assigned.failure().message.find("'mimon'") != std::string::npos);
}
