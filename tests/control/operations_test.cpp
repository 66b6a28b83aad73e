// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What tests/net cannot bring about from outside: steps that fail half-way, and what others do to a bond's parts.
#include "made_bond.hpp"

#include <xdpbond/control/config.hpp>

#include <bpf/bpf.h>
#include <fcntl.h>
#include <linux/bpf.h>

#include <cstring>

using namespace xdpbond::control;

namespace {

void set_state(const bond_pins& pins, std::uint16_t state) {
    auto map = open_pin(pins.config());
    REQUIRE(map);
    auto config = read_config(map->get(), "uplink");
    REQUIRE(config);
    config->state = state;
    REQUIRE(write_config(map->get(), *config));
}

} // namespace

TEST_CASE("up, and down again: nothing is left") {
    made_bond bond;
    const auto state = bond.look();
    CHECK(state.config.state == XDPBOND_STATE_READY);
    CHECK(state.half.usable == 3);
    CHECK(state.slaves[2].link.up);
    CHECK(state.slaves[2].link.xdp_program == state.slaves[2].program_id);
    CHECK(list(bond.where)->size() == 1);
    REQUIRE(down(bond.where, "uplink"));
    CHECK_FALSE(bond.net.facts("c0").up);
    CHECK(bond.net.facts("a0").up);
    CHECK(bond.net.facts("a0").xdp_program == 0);
    CHECK(list(bond.where)->empty());
    CHECK(std::filesystem::is_empty(bond.folder.root()));
}

TEST_CASE("set that fails at its last step leaves programs, table and configuration as they were") {
    made_bond bond;
    const auto before = bond.look();
    // The new program cannot be pinned: its place is taken by a folder.
    const auto in_the_way = bond.pins().folder / "program_new";
    std::filesystem::create_directory(in_the_way);
    for (const char* mode : {"active-backup", "broadcast"}) {
        CHECK_FALSE(set(bond.where, "uplink", {{"mode", mode}}, objects));
        const auto after = bond.look();
        CHECK(programs(after) == programs(before));
        CHECK(std::memcmp(&after.config, &before.config, sizeof(after.config)) == 0);
        CHECK(after.half.usable == 3);
    }
    std::filesystem::remove(in_the_way);
    REQUIRE(set(bond.where, "uplink", {{"mode", "broadcast"}}, objects));
    CHECK(programs(bond.look()) != programs(before));
}

TEST_CASE("set whose last slave cannot be swapped puts those before it back") {
    made_bond bond;
    const auto before = bond.look();
    // In the place of c0's link lies one that takes no XDP program.
    const bpf_insn pass[] = {{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .src_reg = 0, .off = 0, .imm = 0},
                             {.code = BPF_JMP | BPF_EXIT, .dst_reg = 0, .src_reg = 0, .off = 0, .imm = 0}};
    const unique_fd program(bpf_prog_load(BPF_PROG_TYPE_FLOW_DISSECTOR, "stub", "GPL", pass, 2, nullptr));
    const unique_fd netns(::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
    const unique_fd other(bpf_link_create(program.get(), netns.get(), BPF_FLOW_DISSECTOR, nullptr));
    REQUIRE(other);
    const auto pin = bond.pins().link(2);
    const auto own = open_pin(pin);
    REQUIRE(replace_pin(other.get(), pin));
    for (const char* mode : {"active-backup", "broadcast"}) {
        auto changed = set(bond.where, "uplink", {{"mode", mode}}, objects);
        REQUIRE_FALSE(changed);
        INFO(changed.failure().message);
        CHECK(changed.failure().message.find("cannot swap its program") != std::string::npos);
        const auto after = bond.look();
        CHECK(after.slaves[0].program_id == before.slaves[0].program_id);
        CHECK(after.slaves[1].program_id == before.slaves[1].program_id);
        CHECK(std::memcmp(&after.config, &before.config, sizeof(after.config)) == 0);
    }
    REQUIRE(replace_pin(own->get(), pin));
    REQUIRE(set(bond.where, "uplink", {{"mode", "broadcast"}}, objects));
    CHECK(bond.look().half.usable == 3);
}

TEST_CASE("set that was killed between two slaves is finished by the next one") {
    made_bond bond;
    // b0 runs another program than the pinned one.
    auto link = open_pin(bond.pins().link(1));
    REQUIRE(link);
    REQUIRE(set(bond.where, "uplink", {{"mode", "active-backup"}}, objects));
    auto other = open_pin(bond.pins().program());
    REQUIRE(set(bond.where, "uplink", {{"mode", "balance-xor"}}, objects));
    REQUIRE(bpf_link_update(link->get(), other->get(), nullptr) == 0);
    auto ids = programs(bond.look());
    CHECK(ids[0] != ids[1]);
    // Nothing about the program changes, and still it is made one again.
    REQUIRE(set(bond.where, "uplink", {{"carrier_check", "on"}}, objects));
    ids = programs(bond.look());
    CHECK(ids[0] == ids[1]);
    CHECK(ids[1] == ids[2]);
}

TEST_CASE("counters and slots survive every change of mode") {
    made_bond bond;
    auto map = open_pin(bond.pins().counters());
    REQUIRE(map);
    bpf_map_info info{};
    __u32 size = sizeof(info);
    REQUIRE(bpf_obj_get_info_by_fd(map->get(), &info, &size) == 0);
    for (const char* mode : {"balance-xor", "broadcast", "802.3ad", "active-backup", "balance-rr"}) {
        REQUIRE(set(bond.where, "uplink", {{"mode", mode}}, objects));
        auto again = open_pin(bond.pins().counters());
        bpf_map_info now{};
        size = sizeof(now);
        REQUIRE(bpf_obj_get_info_by_fd(again->get(), &now, &size) == 0);
        CHECK(now.id == info.id);
        CHECK(bond.look().half.slave[1].slot == 1);
    }
}

TEST_CASE("a refused change leaves the configuration byte for byte") {
    made_bond bond;
    const auto before = bond.look();
    CHECK_FALSE(set(bond.where, "uplink", {{"mode", "balance-xor"}, {"packets_per_slave", "3"}}, objects));
    CHECK_FALSE(set(bond.where, "uplink", {{"carrier_check", "off"}, {"nonsense", "1"}}, objects));
    const auto after = bond.look();
    CHECK(std::memcmp(&after.config, &before.config, sizeof(after.config)) == 0);
    CHECK(std::memcmp(&after.half, &before.half, sizeof(after.half)) == 0);
    CHECK(programs(after) == programs(before));
}

TEST_CASE("a slave that was deleted is shown, is left out of the next table, and does not hinder down") {
    made_bond bond;
    bond.net.remove("b0");
    auto state = bond.look();
    CHECK(state.slaves[1].link.ifindex == 0);
    CHECK_FALSE(state.slaves[1].alive);
    REQUIRE(set(bond.where, "uplink", {{"mode", "broadcast"}}, objects));
    state = bond.look();
    CHECK(state.half.slaves == 3);
    CHECK(state.half.usable == 2);
    CHECK_FALSE(state.slaves[1].usable);
    REQUIRE(down(bond.where, "uplink"));
    CHECK_FALSE(bond.net.facts("c0").up);
    CHECK(std::filesystem::is_empty(bond.folder.root()));
}

TEST_CASE("a slave whose link somebody detached takes no part, and is still restored") {
    made_bond bond;
    auto link = open_pin(bond.pins().link(2));
    REQUIRE(link);
    REQUIRE(bpf_link_detach(link->get()) == 0);
    CHECK(bond.look().slaves[2].program_id == 0);
    REQUIRE(set(bond.where, "uplink", {{"mode", "active-backup"}}, objects));
    CHECK(bond.look().half.usable == 2);
    REQUIRE(down(bond.where, "uplink"));
    CHECK_FALSE(bond.net.facts("c0").up);
}

TEST_CASE("what an interrupted command left can be taken down, or made anew, but not changed") {
    made_bond bond;
    for (std::uint16_t state : {XDPBOND_STATE_BUILDING, XDPBOND_STATE_REMOVING}) {
        set_state(bond.pins(), state);
        auto changed = set(bond.where, "uplink", {{"mode", "broadcast"}}, objects);
        REQUIRE_FALSE(changed);
        CHECK(changed.failure().code == exit_code::busy);
        bond.make();
        CHECK(bond.look().config.state == XDPBOND_STATE_READY);
        // What was remembered of c0 did not get lost on the way.
        CHECK(bond.look().slaves[2].config.was_up == 0);
    }
    set_state(bond.pins(), XDPBOND_STATE_BUILDING);
    REQUIRE(down(bond.where, "uplink"));
    CHECK_FALSE(bond.net.facts("c0").up);
}

TEST_CASE("an empty folder is what is left of a command that was killed at once") {
    made_bond bond;
    const auto pins = bond.pins();
    REQUIRE(down(bond.where, "uplink"));
    REQUIRE(make_folder(pins));
    CHECK(list(bond.where)->empty());
    CHECK(down(bond.where, "uplink"));
    CHECK(std::filesystem::is_empty(bond.folder.root()));
    REQUIRE(make_folder(pins));
    bond.make();
}

TEST_CASE("names that are no file names lead nowhere") {
    made_bond bond;
    for (const char* name : {"", ".", "..", "../uplink", "/", "a/b"}) {
        auto done = down(bond.where, name);
        REQUIRE_FALSE(done);
        CHECK(done.failure().code == exit_code::no_such);
        CHECK_FALSE(inspect(bond.where, name));
    }
    CHECK(bond.look().config.state == XDPBOND_STATE_READY);
}

TEST_CASE("a dry run of everything touches nothing") {
    made_bond bond;
    const auto before = bond.look();
    const auto pins = *pins_in(bond.pins());
    context dry = bond.where;
    dry.dry_run = true;
    CHECK(set(dry, "uplink", {{"mode", "broadcast"}}, objects)->size() > 1);
    CHECK(down(dry, "uplink")->size() > 3);
    const auto after = bond.look();
    CHECK(std::memcmp(&after.config, &before.config, sizeof(after.config)) == 0);
    CHECK(after.half.generation == before.half.generation);
    CHECK(programs(after) == programs(before));
    CHECK(*pins_in(bond.pins()) == pins);
}

TEST_CASE("an interface's other name is the same interface") {
    made_bond bond;
    bond.net.add("d0");
    bond.net.ip("link property add dev d0 altname uplink-port");
    up_request request;
    request.name = "second";
    request.slaves = {"d0", "uplink-port"};
    auto done = up(bond.where, request, objects);
    REQUIRE_FALSE(done);
    CHECK(done.failure().code == exit_code::usage);
    request.slaves = {"uplink-port"};
    REQUIRE(up(bond.where, request, objects));
    CHECK(name_of(inspect(bond.where, "second")->config.slave[0].name) == "d0");
    CHECK(down(bond.where, "second"));
}

TEST_CASE("a port without Ethernet headers is refused") {
    made_bond bond;
    bond.net.ip("tuntap add dev tun0 mode tun");
    up_request request;
    request.name = "second";
    request.slaves = {"tun0"};
    auto done = up(bond.where, request, objects);
    REQUIRE_FALSE(done);
    CHECK(done.failure().code == exit_code::unsupported);
    CHECK(done.failure().message.find("tun0") == 0);
}
