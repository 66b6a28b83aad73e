// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bed.hpp"
#include "bond_maps.hpp"

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/request.hpp>

#include <bpf/bpf.h>
#include <doctest/doctest.h>

using namespace xdpbond::control;

namespace {

xdpbond_options mode(std::uint8_t number) {
    auto options = default_options();
    options.mode = number;
    return options;
}

const auto broadcast = mode(XDPBOND_MODE_BROADCAST);

// Number of the half that programs read.
std::uint32_t publish(publisher& writer, const xdpbond_half& half, const xdpbond_options& options = broadcast) {
    auto done = writer.publish(half, options);
    if (!done)
        FAIL(done.failure().message);
    return done->generation & 1;
}

// The ifindexes in a flood set, which has room for them and no more.
std::vector<std::uint32_t> members(std::uint32_t id) {
    const unique_fd map(bpf_map_get_fd_by_id(id));
    REQUIRE(map);
    bpf_map_info info{};
    __u32 size = sizeof(info);
    REQUIRE(bpf_obj_get_info_by_fd(map.get(), &info, &size) == 0);
    std::vector<std::uint32_t> found;
    for (std::uint32_t key = 0; key < info.max_entries; key++) {
        bpf_devmap_val value{};
        REQUIRE(bpf_map_lookup_elem(map.get(), &key, &value) == 0);
        found.push_back(value.ifindex);
    }
    return found;
}

} // namespace

TEST_CASE("mode broadcast has a set of exactly the usable slaves") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0"), c = net.add("c0");
    bond_maps bond;
    auto writer = bond.publisher();
    auto half = publish(writer, half_of({a, b, c}));
    CHECK(members(bond.flood_id(half)) == std::vector{a, b, c});
    half = publish(writer, half_of({c, a}));
    CHECK(members(bond.flood_id(half)) == std::vector{c, a});
    // The one that was published before is still there for those who read it.
    CHECK(members(bond.flood_id(half ^ 1)) == std::vector{a, b, c});
}

TEST_CASE("the same members use the same set again") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    const auto id = bond.flood_id(publish(writer, half_of({a, b})));
    CHECK(bond.flood_id(publish(writer, half_of({a, b}))) == id);
    CHECK(bond.flood_id(publish(writer, half_of({a, b}))) == id);
    CHECK(bond.flood_id(publish(writer, half_of({b, a}))) != id);
}

TEST_CASE("a device that was deleted and came back with its number is in the set again") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    publish(writer, half_of({a, b}));
    publish(writer, half_of({a, b}));
    net.remove("b0");
    net.ip("link add b0 index " + std::to_string(b) + " type veth peer name b0x");
    CHECK(members(bond.flood_id(publish(writer, half_of({a, b})))) == std::vector{a, b});
}

TEST_CASE("fewer than two slaves, and other modes, have no set") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    CHECK(bond.flood_id(publish(writer, half_of({a}))) == 0);
    CHECK(bond.flood_id(publish(writer, half_of({a, b}))) != 0);
    for (int twice = 0; twice < 2; twice++)
        CHECK(bond.flood_id(publish(writer, half_of({a, b}), mode(XDPBOND_MODE_BALANCE_XOR))) == 0);
    CHECK(bond.flood_id(0) == 0);
    CHECK(bond.flood_id(1) == 0);
}

TEST_CASE("after broadcast mode no set is left") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    publish(writer, half_of({a, b}));
    publish(writer, half_of({a, b}), mode(XDPBOND_MODE_BALANCE_XOR));
    REQUIRE(writer.settle());
    CHECK(bond.flood_id(0) == 0);
    CHECK(bond.flood_id(1) == 0);
}
