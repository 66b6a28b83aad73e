// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "mac.hpp"
#include "members.hpp"

#include <xdpbond/control/config.hpp>

#include <doctest/doctest.h>

using namespace xdpbond::control;

namespace {

link_facts port(std::string name, std::uint32_t ifindex, bool up) {
    link_facts facts;
    facts.name = std::move(name);
    facts.ifindex = ifindex;
    facts.up = up;
    facts.address = {2, 0, 0, 0, 0, static_cast<std::uint8_t>(ifindex)};
    return facts;
}

up_request request() {
    up_request asked;
    asked.name = "uplink";
    asked.slaves = {"eth0", "eth1"};
    asked.settings.options.mode = XDPBOND_MODE_ACTIVE_BACKUP;
    asked.settings.primary = "eth1";
    asked.attach = XDPBOND_ATTACH_GENERIC;
    return asked;
}

} // namespace

TEST_CASE("the configuration remembers what down restores") {
    const auto config = make_config(request(), {{port("eth0", 3, true), port("eth1", 4, false)}, 2});
    CHECK(config.magic == XDPBOND_MAGIC);
    CHECK(config.abi_version == XDPBOND_ABI_VERSION);
    CHECK(config.state == XDPBOND_STATE_BUILDING);
    CHECK(config.slaves == 2);
    CHECK(name_of(config.name) == "uplink");
    CHECK(name_of(config.primary) == "eth1");
    CHECK(name_of(config.program) == "tx");
    CHECK(config.attach == XDPBOND_ATTACH_GENERIC);
    CHECK(name_of(config.slave[0].name) == "eth0");
    CHECK(config.slave[0].was_up == 1);
    CHECK(config.slave[0].perm_hwaddr[5] == 3);
    CHECK(name_of(config.slave[1].name) == "eth1");
    CHECK(config.slave[1].ifindex == 4);
    CHECK(config.slave[1].was_up == 0);
    CHECK(config.slave[0].slot != config.slave[1].slot);
    CHECK(name_of(config.peer.name) == "");
}

TEST_CASE("the other side of a forward program is no slave") {
    auto asked = request();
    asked.program = "forward";
    asked.peer = "lan0";
    const members found{{port("eth0", 3, true), port("eth1", 4, true), port("lan0", 5, false)}, 2};
    const auto config = make_config(asked, found);
    CHECK(found.peer().ifindex == 5);
    CHECK(config.slaves == 2);
    CHECK(name_of(config.peer.name) == "lan0");
    CHECK(config.peer.was_up == 0);
    CHECK(config.peer.slot == 2);
}

TEST_CASE("a name of 15 bytes fits, and every byte after it is zero") {
    char name[XDPBOND_NAME_SIZE];
    set_name(name, "fifteen-bytes-x");
    CHECK(name_of(name) == "fifteen-bytes-x");
    set_name(name, "eth0");
    CHECK(name_of(name) == "eth0");
    for (std::size_t i = 4; i < sizeof(name); i++)
        CHECK(name[i] == '\0');
}

TEST_CASE("primary and active_slave by an alternative name are the slave's own name") {
    auto asked = request();
    asked.slaves = {"eth0", "uplink-b"};
    asked.settings.primary = "uplink-b";
    asked.settings.active_slave = "eth0";
    const auto config = make_config(asked, {{port("eth0", 3, true), port("eth1", 4, true)}, 2});
    CHECK(name_of(config.primary) == "eth1");
    CHECK(name_of(config.active_slave) == "eth0");
}

TEST_CASE("a bond has the address of its first slave") {
    const members found{{port("eth0", 3, true), port("eth1", 4, true)}, 2};
    const auto config = make_config(request(), found);
    CHECK(mac_of(config.address) == mac_address{2, 0, 0, 0, 0, 3});
    CHECK((config.flags & XDPBOND_BOND_ADDRESS_SET) == 0);
    CHECK(is_zero(settings_of(config).address));
}

TEST_CASE("a bond has the address that is given") {
    auto asked = request();
    asked.settings.address = {2, 0, 0, 0, 0, 0x77};
    auto config = make_config(asked, {{port("eth0", 3, true), port("eth1", 4, true)}, 2});
    CHECK(mac_of(config.address) == asked.settings.address);
    CHECK((config.flags & XDPBOND_BOND_ADDRESS_SET) != 0);
    CHECK(settings_of(config).address == asked.settings.address);

    bond_settings settings = settings_of(config);
    settings.address = {}; // default
    set_settings(config, settings);
    CHECK(mac_of(config.address) == mac_address{2, 0, 0, 0, 0, 3});
    CHECK((config.flags & XDPBOND_BOND_ADDRESS_SET) == 0);
}

TEST_CASE("another setting changes no address, also where the slave has left that it came from") {
    auto config = make_config(request(), {{port("eth0", 3, true), port("eth1", 4, true)}, 2});
    const auto address = mac_of(config.address);
    config.slave[0] = config.slave[1];
    config.slaves = 1;
    bond_settings settings = settings_of(config);
    settings.options.statistics = 0;
    set_settings(config, settings);
    CHECK(mac_of(config.address) == address);
}

TEST_CASE("with fail_over_mac=active a bond has no address, in active-backup alone") {
    auto asked = request();
    asked.settings.watch.fail_over_mac = XDPBOND_FOM_ACTIVE;
    const members found{{port("eth0", 3, true), port("eth1", 4, true)}, 2};
    CHECK(is_zero(mac_of(make_config(asked, found).address)));
    asked.settings.options.mode = XDPBOND_MODE_BALANCE_XOR;
    CHECK_FALSE(is_zero(mac_of(make_config(asked, found).address)));
}

TEST_CASE("addresses are read as they are written") {
    CHECK(parse_mac("02:00:00:00:00:01") == mac_address{2, 0, 0, 0, 0, 1});
    CHECK(mac_text(*parse_mac("fE:0a:B0:00:9c:ff")) == "fe:0a:b0:00:9c:ff");
    for (const char* wrong :
         {"", "02", "02:00:00:00:00", "02:00:00:00:00:01:02", "02-00-00-00-00-01", "02:00:00:00:00:1",
          "02:00:00:00:00:0g", "2:000:00:00:00:01", "01:00:5e:00:00:01", "ff:ff:ff:ff:ff:ff", "00:00:00:00:00:00",
          "-2:00:00:00:00:01", "+2:00:00:00:00:01", "02:00:00:00:00:01 "}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_mac(wrong));
    }
}
