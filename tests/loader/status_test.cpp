// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A bond's state as text and JSON; the goldens show what a user reads.

#include "made_up_bond.hpp"
#include "status_json.hpp"
#include "status_text.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

using namespace xdpbond::loader;
using namespace xdpbond::test;

namespace {

// XDPBOND_REFRESH=1 in the environment writes the goldens anew.
void check_golden(const std::string& name, const std::string& text) {
    const std::string file = std::string(XDPBOND_GOLDEN) + "/" + name;
    if (std::getenv("XDPBOND_REFRESH"))
        std::ofstream(file) << text;
    std::ifstream golden(file);
    const std::string expected{std::istreambuf_iterator(golden), {}};
    CHECK(text == expected);
}

// Two slaves; s1 has lost its carrier.
made_up_bond active_backup() {
    made_up_bond made(2, XDPBOND_MODE_ACTIVE_BACKUP);
    put(made.config.primary, "s1");
    made.links[0].speed = 10000;
    made.links[0].full_duplex = true;
    made.links[1].carrier = false;
    made.config.slave[1].link_failure_count = 2;
    return made;
}

// The same, watched: s1 is back and waits for its updelay.
xdpbond::control::bond_state watched() {
    auto made = active_backup();
    made.links[1].carrier = true;
    made.config.watch = {.miimon = 100,
                         .updelay = 5,
                         .downdelay = 2,
                         .min_links = 0,
                         .primary_reselect = 1,
                         .fail_over_mac = 0,
                         .reserved = {}};
    made.config.failovers = 3;
    made.config.last.when = made.config.slave[1].last.when = 1'764'554'661'204'544'123;
    for (auto* last : {&made.config.last, &made.config.slave[1].last}) {
        put(last->slave, "s1");
        put(last->what, "going_back");
        put(last->why, "carrier_back");
    }
    made.config.slave[1].link = 3;
    auto bond = made.state();
    bond.slaves[1].usable = bond.slaves[1].alive = bond.slaves[1].active = false;
    bond.watcher = 4711;
    return bond;
}

made_up_bond forwarding_xor() {
    made_up_bond made(2, XDPBOND_MODE_BALANCE_XOR);
    made.forward_to("p0");
    made.config.options.hash = XDPBOND_HASH_LAYER3_4;
    made.config.options.no_slave = XDPBOND_OTHERWISE_PASS;
    made.config.options.hash_version = XDPBOND_HASH_VERSION_5_15;
    made.config.slave[1].attach = XDPBOND_ATTACH_GENERIC;
    made.links[0].xdp_program = 7;
    return made;
}

std::string obstacle_of(const made_up_bond& made, unsigned slave) {
    const auto bond = made.state();
    return obstacle(bond, bond.slaves[slave]);
}

} // namespace

TEST_CASE("text reads like /proc/net/bonding") {
    check_golden("status-active-backup.txt", status_text(active_backup().state()));
    check_golden("status-watched.txt", status_text(watched()));
    check_golden("status-forward-xor.txt", status_text(forwarding_xor().state()));
    made_up_bond lacp(2, XDPBOND_MODE_8023AD);
    check_golden("status-802.3ad.txt", status_text(lacp.state()));
}

TEST_CASE("JSON has the field names of ip -d -j link") {
    check_golden("status-active-backup.json", status_json(active_backup().state()).dump(2) + "\n");
    check_golden("status-forward-xor.json", status_json(forwarding_xor().state()).dump(2) + "\n");
}

TEST_CASE("modes have the descriptions that readers of /proc/net/bonding look for") {
    const char* const descriptions[] = {"load balancing (round-robin)", "fault-tolerance (active-backup)",
                                        "load balancing (xor)", "fault-tolerance (broadcast)",
                                        "IEEE 802.3ad Dynamic link aggregation"};
    for (unsigned mode = 0; mode <= XDPBOND_MODE_8023AD; ++mode) {
        const auto text = status_text(made_up_bond(1, mode).state());
        CHECK(text.find(std::string("\nBonding Mode: ") + descriptions[mode] + "\n") != std::string::npos);
        const bool hashes = mode == XDPBOND_MODE_BALANCE_XOR || mode == XDPBOND_MODE_8023AD;
        CHECK((text.find("Transmit Hash Policy: layer2 (0)") != std::string::npos) == hashes);
        const bool prefers = mode == XDPBOND_MODE_ACTIVE_BACKUP;
        CHECK((text.find("Currently Active Slave: s0") != std::string::npos) == prefers);
    }
}

TEST_CASE("the bond is up as long as one slave is alive") {
    made_up_bond made(2);
    made.links[0].carrier = false;
    CHECK(has_living_slave(made.state()));
    made.links[1].up = false;
    CHECK(!has_living_slave(made.state()));
    CHECK(status_text(made.state()).find("\nMII Status: down\n") != std::string::npos);
    CHECK(status_json(made.state())["operstate"] == "DOWN");
}

TEST_CASE("active-backup without a living slave has no active one") {
    made_up_bond made(1, XDPBOND_MODE_ACTIVE_BACKUP);
    made.links[0].carrier = false;
    CHECK(active_slave(made.state()) == "");
    CHECK(status_text(made.state()).find("Currently Active Slave: None\n") != std::string::npos);
    CHECK(!status_json(made.state())["linkinfo"]["info_data"].contains("active_slave"));
}

TEST_CASE("a bond that is watched shows what the monitor has set and seen") {
    const auto bond = status_json(watched());
    const auto& data = bond["linkinfo"]["info_data"];
    CHECK(data["miimon"] == 100);
    CHECK(data["updelay"] == 500);
    CHECK(data["downdelay"] == 200);
    CHECK(data["primary_reselect"] == "better");
    CHECK(bond["xdpbond"]["process"] == 4711);
    CHECK(bond["xdpbond"]["failovers"] == 3);
    CHECK(bond["slaves"][1]["linkinfo"]["info_slave_data"]["mii_status"] == "GOING_BACK");
    CHECK(bond["slaves"][1]["xdpbond"]["last_change"]["cause"] == "carrier_back");
    CHECK(bond["slaves"][0]["xdpbond"]["last_change"].is_null());
}

TEST_CASE("a slave that does not send says why") {
    made_up_bond made(2);
    CHECK(obstacle_of(made, 0) == "");
    made.links[0].carrier = false; // MII Status says it
    CHECK(obstacle_of(made, 0) == "");
    made.links[0].up = false;
    CHECK(obstacle_of(made, 0) == "the interface was set down");
    made.links[0].ifindex = 0;
    CHECK(obstacle_of(made, 0) == "the interface is gone");
    made.links[0].ifindex = 55;
    CHECK(obstacle_of(made, 0).find("another interface has this name") == 0);

    auto late = made_up_bond(2).state();
    late.slaves[1].usable = late.slaves[1].alive = false;
    CHECK(obstacle(late, late.slaves[1]).find("it came back") == 0);
    late.slaves[1].link_id = 0;
    CHECK(obstacle(late, late.slaves[1]).find("its program was detached") == 0);

    CHECK(obstacle_of(made_up_bond(2, XDPBOND_MODE_8023AD), 1) == "without LACP one slave sends; this one stands by");
    CHECK(obstacle_of(made_up_bond(2, XDPBOND_MODE_8023AD), 0) == "");
}

TEST_CASE("a slave that stands by is a back-up, in active-backup and in 802.3ad without LACP") {
    for (unsigned mode : {XDPBOND_MODE_ACTIVE_BACKUP, XDPBOND_MODE_8023AD}) {
        const auto slaves = status_json(made_up_bond(2, mode).state())["slaves"];
        CHECK(slaves[0]["linkinfo"]["info_slave_data"]["state"] == "ACTIVE");
        CHECK(slaves[1]["linkinfo"]["info_slave_data"]["state"] == "BACKUP");
    }
    const auto slaves = status_json(made_up_bond(2, XDPBOND_MODE_BALANCE_RR).state())["slaves"];
    CHECK(slaves[1]["linkinfo"]["info_slave_data"]["state"] == "ACTIVE");
}

TEST_CASE("what an interrupted command left is said") {
    auto bond = made_up_bond(1).state();
    CHECK(status_text(bond).find("Unfinished") == std::string::npos);
    bond.config.state = XDPBOND_STATE_BUILDING;
    CHECK(status_text(bond).find("Unfinished: an up was interrupted") != std::string::npos);
    bond.config.state = XDPBOND_STATE_REMOVING;
    CHECK(status_json(bond)["xdpbond"]["unfinished"] ==
          "a down was interrupted; `xdpbond-load down uplink` finishes it");
}

TEST_CASE("the summary is one line") {
    CHECK(summary(active_backup().state()) ==
          "uplink: active-backup over s0 (native), s1 (native, no carrier); process: none; carrier is seen in band, "
          "frame by frame; a better slave is active again at once, nothing is announced");
    CHECK(summary(forwarding_xor().state()) ==
          "uplink: balance-xor layer3+4 over s0 (native), s1 (generic); process: none; carrier is seen in band, frame "
          "by frame");
}

TEST_CASE("a name that is no UTF-8 makes JSON all the same") {
    made_up_bond made(1);
    put(made.config.slave[0].name, "s\xff");
    CHECK(json_line(status_json(made.state())).find("s\xef\xbf\xbd") != std::string::npos);
}
