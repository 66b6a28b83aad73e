// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bed.hpp"
#include "bond_maps.hpp"

#include <xdpbond/control/request.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace xdpbond::control;

namespace {

const xdpbond_options options = default_options();

xdpbond_half publish(publisher& writer, const xdpbond_half& half, const xdpbond_options& how = options) {
    auto done = writer.publish(half, how);
    if (!done)
        FAIL(done.failure().message);
    return *done;
}

std::size_t count(const slot_table& devices) {
    return static_cast<std::size_t>(std::ranges::count_if(devices, [](auto ifindex) { return ifindex != 0; }));
}

} // namespace

TEST_CASE("what is published is what programs read, and each publication counts") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    CHECK(writer.published().slaves == 0);
    for (std::uint32_t generation = 1; generation < 5; generation++) {
        publish(writer, half_of({a, b}));
        const auto half = writer.published();
        CHECK(half.generation == generation);
        CHECK(half.usable == 2);
        CHECK(half.sender[1].ifindex == b);
        CHECK(bond.devices()[half.sender[1].slot] == b);
    }
}

TEST_CASE("every place of a device has the same slot and address") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0"), peer = net.add("c0");
    bond_maps bond;
    auto writer = bond.publisher();
    auto half = half_of({a, b});
    std::swap(half.preference[0], half.preference[1]);
    half.peer.ifindex = peer;
    half.peer.flags = XDPBOND_PORT_USABLE;
    half = publish(writer, half);
    CHECK(half.preference[0].ifindex == b);
    CHECK(half.preference[0].slot == half.slave[1].slot);
    CHECK(half.preference[0].device == half.sender[1].device);
    CHECK(half.peer.slot != half.slave[0].slot);
    CHECK(half.peer.slot != half.slave[1].slot);
    CHECK(half.slave[0].device != 0);
    CHECK(half.slave[1].device != 0);
    CHECK(half.peer.device != 0);
    CHECK(half.slave[0].device != half.slave[1].device);
}

TEST_CASE("without the carrier check no address is looked up") {
    bed net;
    bond_maps bond;
    auto writer = bond.publisher();
    auto no_check = options;
    no_check.carrier_check = 0;
    CHECK(publish(writer, half_of({net.add("a0")}), no_check).slave[0].device == 0);
}

TEST_CASE("in broadcast it is looked up all the same: the program asks the device whether it takes its copy") {
    bed net;
    bond_maps bond;
    auto writer = bond.publisher();
    auto no_check = options;
    no_check.carrier_check = 0;
    const auto half = half_of({net.add("a0"), net.add("b0")});
    CHECK(publish(writer, half, no_check).sender[1].device == 0);
    no_check.mode = XDPBOND_MODE_BROADCAST;
    CHECK(publish(writer, half, no_check).sender[0].device != 0);
    CHECK(publish(writer, half, no_check).sender[1].device != 0);
}

TEST_CASE("a new device never takes the slot of a live one, and the old one's goes when nobody reads it") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    const auto slot = publish(writer, half_of({a})).slave[0].slot;
    const auto next = publish(writer, half_of({b}));
    CHECK(next.slave[0].slot != slot);
    CHECK(bond.devices()[slot] == a);
    REQUIRE(writer.settle());
    CHECK(bond.devices()[slot] == 0);
    CHECK(bond.devices()[next.slave[0].slot] == b);
    // Free again.
    CHECK(publish(writer, half_of({a})).slave[0].slot == slot);
}

TEST_CASE("publishing again without settling does it first") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0"), c = net.add("c0");
    bond_maps bond;
    auto writer = bond.publisher();
    for (int round = 0; round < 50; round++)
        for (auto ifindex : {a, b, c}) {
            publish(writer, half_of({ifindex}));
            CHECK(count(bond.devices()) <= 2);
        }
}

TEST_CASE("another process goes on where one ended without settling") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    {
        auto writer = bond.publisher();
        publish(writer, half_of({a}));
        publish(writer, half_of({b}));
    }
    auto writer = bond.publisher();
    CHECK(writer.published().generation == 2);
    REQUIRE(writer.settle());
    CHECK(count(bond.devices()) == 1);
}

TEST_CASE("a usable device that is gone is refused, and all is as it was") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    publish(writer, half_of({a}));
    REQUIRE(writer.settle());
    const auto before = bond.devices();
    auto done = writer.publish(half_of({a, b, 4711}), options);
    REQUIRE_FALSE(done);
    CHECK(done.failure().code == exit_code::no_such);
    CHECK(writer.published().generation == 1);
    CHECK(bond.devices() == before);
}

TEST_CASE("an unusable slave whose device is gone keeps its place") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    publish(writer, half_of({a, b}));
    net.remove("b0");
    auto half = half_of({a, b});
    half.usable = half.preferred = 1;
    half.slave[1].flags = 0;
    half = publish(writer, half);
    CHECK(half.slaves == 2);
    CHECK(half.slave[1].device == 0);
    CHECK(count(bond.devices()) == 1);
}

TEST_CASE("the slot of a deleted device is not given away while the published half names it") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    const auto slot = publish(writer, half_of({a})).slave[0].slot;
    net.remove("a0");
    CHECK(bond.devices()[slot] == 0);
    CHECK(publish(writer, half_of({b})).slave[0].slot != slot);
}

TEST_CASE("64 slaves and a peer change all but one at once") {
    bed net;
    std::vector<std::uint32_t> first, second;
    for (int i = 0; i < XDPBOND_SLAVES_MAX; i++)
        first.push_back(net.add("a" + std::to_string(i)));
    second = {first[0]};
    for (int i = 1; i < XDPBOND_SLAVES_MAX; i++)
        second.push_back(net.add("b" + std::to_string(i)));
    bond_maps bond;
    auto writer = bond.publisher();
    auto no_check = options;
    no_check.carrier_check = 0;
    auto with_peer = half_of(first);
    with_peer.peer.ifindex = net.add("peer");
    with_peer.peer.flags = XDPBOND_PORT_USABLE;
    publish(writer, with_peer, no_check);
    CHECK(count(bond.devices()) == 65);
    publish(writer, half_of(second), no_check);
    REQUIRE(writer.settle());
    CHECK(count(bond.devices()) == 64);
    const auto half = writer.published();
    for (__u32 i = 0; i < half.slaves; i++)
        CHECK(bond.devices()[half.slave[i].slot] == second[i]);
}
