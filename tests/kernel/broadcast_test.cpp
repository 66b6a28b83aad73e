// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Mode broadcast: a copy through each usable slave. (That the copies arrive is seen end to end, in tests/net.)

#include "kernel_bond.hpp"
#include "lab.hpp"

#include "support/layers.hpp"

#include <bpf/bpf.h>
#include <doctest/doctest.h>

using namespace xdpbond::test;

namespace {

const bytes frame = ethernet() / ipv4() / udp(1234, 53) / payload(20);
const bytes in_fragments = ethernet() / ipv4() / udp(1234, 53) / payload(9000);

xdpbond_options broadcast(xdpbond_otherwise frags = XDPBOND_OTHERWISE_DROP) {
    auto options = xdpbond::control::default_options();
    options.mode = XDPBOND_MODE_BROADCAST;
    options.broadcast_frags = static_cast<__u8>(frags);
    return options;
}

kernel_bond publish(const lab& net, xdpbond_options options = broadcast()) {
    kernel_bond bond(shipped("tx", XDPBOND_MODE_BROADCAST), options);
    REQUIRE(bond.writer().publish(half_of(net.ifindexes()), options));
    return bond;
}

const outcome all_three{XDP_REDIRECT, {0, 1, 2}};

} // namespace

TEST_CASE("each usable slave sends a copy, the one the frame came in on too, and each copy is counted") {
    const lab net(3);
    auto bond = publish(net);
    CHECK(bond.send(frame) == all_three);
    CHECK(bond.send(frame, net.ifindex(1)) == all_three);
}

TEST_CASE("a slave without carrier sends no copy; with none left there is no slave") {
    lab net(3);
    auto bond = publish(net);
    net.carrier(1, false);
    CHECK(bond.send(frame) == outcome{XDP_REDIRECT, {0, 2}, {XDPBOND_REASON_CARRIER}});
    net.carrier(0, false);
    CHECK(bond.send(frame) == outcome{XDP_REDIRECT, {2}, {XDPBOND_REASON_CARRIER}});
    net.carrier(2, false);
    CHECK(bond.send(frame) == dropped(XDPBOND_REASON_NO_SLAVE));
    for (const unsigned slave : {0, 1, 2})
        net.carrier(slave, true);
    CHECK(bond.send(frame) == all_three);
}

TEST_CASE("a frame in fragments is never copied: dropped, or passed where broadcast_frags says so") {
    const lab net(3);
    CHECK(publish(net).send(in_fragments) == dropped(XDPBOND_REASON_BROADCAST_FRAGS));
    CHECK(publish(net, broadcast(XDPBOND_OTHERWISE_PASS)).send(in_fragments) == passed(XDPBOND_REASON_BROADCAST_FRAGS));
}

TEST_CASE("one usable slave sends the frame itself, in fragments or not") {
    const lab net(1);
    auto bond = publish(net);
    CHECK(bond.send(frame) == redirected(0));
    CHECK(bond.send(frame, net.ifindex(0)) == sent_back(0));
    CHECK(bond.send(in_fragments) == redirected(0));
}

TEST_CASE("each half has its own set of devices; a half without one sends nothing") {
    const lab net(3);
    auto bond = publish(net);
    auto writer = bond.writer();
    CHECK(bond.send(frame) == all_three);
    auto two = half_of({net.ifindex(0), net.ifindex(2)});
    two.slave[1].slot = two.sender[1].slot = two.preference[1].slot = 2;
    REQUIRE(writer.publish(two, broadcast()));
    CHECK(bond.send(frame) == outcome{XDP_REDIRECT, {0, 2}});
    const __u32 half = bond.table().selector & 1;
    REQUIRE(bpf_map_delete_elem(bond.map("_flood"), &half) == 0);
    CHECK(bond.send(frame) == dropped(XDPBOND_REASON_NO_SLAVE));
}
