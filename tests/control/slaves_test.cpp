// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Slaves join and leave a live bond: steps that fail half-way, and the most slaves that there is room for.
#include "made_bond.hpp"

#include <xdpbond/control/config.hpp>

#include <bpf/bpf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace xdpbond::control;

TEST_CASE("a slave joins, is refused twice, and leaves: the configuration is byte for byte as before") {
    made_bond bond;
    bond.net.add("d0");
    bond.net.ip("link set d0 down");
    bond.net.ip("link property add dev d0 altname spare-port");
    const auto before = bond.look();
    const auto files = *pins_in(bond.pins());
    REQUIRE(add_slave(bond.where, {"uplink", "spare-port"}, objects));
    CHECK(bond.look().half.usable == 4);
    CHECK(name_of(bond.look().config.slave[3].name) == "d0");
    CHECK(bond.net.facts("d0").up);
    CHECK(add_slave(bond.where, {"uplink", "d0"}, objects).failure().code == exit_code::busy);
    REQUIRE(del_slave(bond.where, {"uplink", "spare-port"}));
    const auto after = bond.look();
    CHECK(std::memcmp(&after.config, &before.config, sizeof(after.config)) == 0);
    CHECK(*pins_in(bond.pins()) == files);
    CHECK_FALSE(bond.net.facts("d0").up);
    CHECK(bond.net.facts("d0").xdp_program == 0);
}

TEST_CASE("an add that fails once the port has been touched leaves configuration, table, pins and port as they were") {
    made_bond bond;
    REQUIRE(down(bond.where, "uplink"));
    up_request request;
    request.name = "uplink";
    request.slaves = {"a0", "b0"};
    request.attach = XDPBOND_ATTACH_NATIVE;
    REQUIRE(up(bond.where, request, objects));
    // Takes no native program, for its far end sends on more queues than it receives on.
    bond.net.ip("link add d0 numrxqueues 1 type veth peer name d0x numtxqueues 2");
    REQUIRE(std::system("ethtool -L d0x tx 2") == 0);
    const auto before = bond.look();
    const auto files = *pins_in(bond.pins());
    auto added = add_slave(bond.where, {"uplink", "d0"}, objects);
    REQUIRE_FALSE(added);
    CHECK(added.failure().code == exit_code::unsupported);
    auto after = bond.look();
    CHECK(std::memcmp(&after.config, &before.config, sizeof(after.config)) == 0);
    after.half.generation = before.half.generation;
    CHECK(std::memcmp(&after.half, &before.half, sizeof(after.half)) == 0);
    CHECK(*pins_in(bond.pins()) == files);
    CHECK_FALSE(bond.net.facts("d0").up);
    REQUIRE(add_slave(bond.where, {"uplink", "c0"}, objects));
}

TEST_CASE("a del that cannot be finished says so, and the next one finishes it") {
    made_bond bond;
    // The link's pin cannot be opened: a folder is in its place.
    const auto pin = bond.pins().link(1);
    auto link = open_pin(pin);
    REQUIRE(link);
    REQUIRE(remove_pin(pin));
    std::filesystem::create_directory(pin);
    auto deleted = del_slave(bond.where, {"uplink", "b0"});
    REQUIRE_FALSE(deleted);
    CHECK(deleted.failure().message.find("b0 sends nothing any more but is not out of uplink yet: delete it again") !=
          std::string::npos);
    CHECK(bond.look().half.usable == 2);
    std::filesystem::remove(pin);
    REQUIRE(make_pin(link->get(), pin));
    REQUIRE(del_slave(bond.where, {"uplink", "b0"}));
    CHECK(bond.look().config.slaves == 2);
    CHECK(bond.net.facts("b0").xdp_program == 0);
}

TEST_CASE("a bond takes 64 slaves and not one more, and its slots are used again") {
    made_bond bond;
    std::string commands;
    up_request request;
    request.name = "wide";
    for (int number = 0; number < 66; number++) {
        const std::string port = "e" + std::to_string(number);
        commands += "link add " + port + " type veth peer name " + port + "x\n" + "link set " + port + "x up\n";
        if (number < 63)
            request.slaves.push_back(port);
    }
    bond.net.ip("-batch - << END\n" + commands + "END");
    REQUIRE(up(bond.where, request, objects));
    REQUIRE(add_slave(bond.where, {"wide", "e63"}, objects));
    CHECK(inspect(bond.where, "wide")->half.usable == 64);
    auto more = add_slave(bond.where, {"wide", "e64"}, objects);
    REQUIRE_FALSE(more);
    CHECK(more.failure().code == exit_code::unsupported);
    CHECK(more.failure().message.find("at most 64") != std::string::npos);
    REQUIRE(del_slave(bond.where, {"wide", "e10"}));
    REQUIRE(add_slave(bond.where, {"wide", "e64"}, objects));
    const auto state = *inspect(bond.where, "wide");
    CHECK(name_of(state.config.slave[63].name) == "e64");
    CHECK(state.config.slave[63].slot == 10);
    CHECK(state.half.slave[63].slot == 10);
    CHECK(down(bond.where, "wide"));
}

TEST_CASE("a swap of programs that was killed is finished before a slave joins") {
    made_bond bond;
    bond.net.add("d0");
    auto link = open_pin(bond.pins().link(0));
    auto old = open_pin(bond.pins().program());
    REQUIRE(set(bond.where, "uplink", {{"mode", "broadcast"}}, objects));
    REQUIRE(bpf_link_update(link->get(), old->get(), nullptr) == 0);
    REQUIRE(add_slave(bond.where, {"uplink", "d0"}, objects));
    const auto ids = programs(bond.look());
    CHECK(std::ranges::count(ids, ids.front()) == 4);
}
