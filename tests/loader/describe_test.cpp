// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Settings as text: what describe() says, assign() takes.

#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>

using namespace xdpbond::control;

TEST_CASE("the defaults are the kernel's, and ours") {
    const assignments expected{{"mode", "balance-rr"},
                               {"xmit_hash_policy", "layer2"},
                               {"packets_per_slave", "1"},
                               {"all_slaves_active", "off"},
                               {"control_frames", "default"},
                               {"no_slave", "drop"},
                               {"broadcast_frags", "drop"},
                               {"carrier_check", "on"},
                               {"statistics", "on"},
                               {"hash_version", "6.1"},
                               {"rr_slaves", "all"},
                               {"miimon", "100"},
                               {"updelay", "0"},
                               {"downdelay", "0"},
                               {"primary_reselect", "always"},
                               {"min_links", "0"},
                               {"primary", ""},
                               {"active_slave", ""},
                               {"fail_over_mac", "none"},
                               {"address", "default"}};
    CHECK(describe({}) == expected);
}

TEST_CASE("every setting survives the way to text and back") {
    bond_settings settings;
    settings.options = {.mode = XDPBOND_MODE_8023AD,
                        .hash = XDPBOND_HASH_ENCAP3_4,
                        .packets_per_slave = 12345,
                        .all_slaves_active = 1,
                        .control_frames = XDPBOND_CONTROL_NONE,
                        .no_slave = XDPBOND_OTHERWISE_PASS,
                        .broadcast_frags = XDPBOND_OTHERWISE_PASS,
                        .carrier_check = 0,
                        .statistics = 0,
                        .hash_version = XDPBOND_HASH_VERSION_5_15,
                        .rr_slaves = XDPBOND_RR_USABLE,
                        .reserved = {}};
    settings.primary = "eth0";
    settings.active_slave = "eth1";
    settings.watch.fail_over_mac = XDPBOND_FOM_ACTIVE;
    settings.address = {2, 0, 0xab, 0, 0, 1};
    bond_settings back;
    for (const auto& [option, value] : describe(settings))
        REQUIRE(assign(back, option, value));
    CHECK(describe(back) == describe(settings));
    CHECK(back.options.packets_per_slave == 12345);
    CHECK(back.active_slave == "eth1");
}

TEST_CASE("modes and policies have the kernel's names") {
    CHECK(mode_name(4) == "802.3ad");
    CHECK(mode_name(6) == "balance-alb");
    CHECK(mode_name(7) == "unknown");
    CHECK(hash_name(1) == "layer3+4");
    CHECK(hash_name(6) == "unknown");
}
