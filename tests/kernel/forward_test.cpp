// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The program forward: between a bond's slaves and an interface on its other side; and a bond's parts taken one by one.

#include "every_bond.hpp"
#include "kernel_bond.hpp"
#include "lab.hpp"

#include "two_bonds.skel.h"

#include "support/layers.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::test;
using xdpbond::control::default_options;

namespace {

const bytes data_frame = ethernet() / ipv4() / udp(1234, 53) / payload(20);
const bytes group_frame = ethernet({0x01, 0x00, 0x5e, 0, 0, 5}) / ipv4() / udp(1234, 53) / payload(20);
const bytes arp_frame = ethernet() / arp() / payload(40);
const bytes lldp = ethernet({0x01, 0x80, 0xc2, 0, 0, 0x0e}, mac_b, 0x88cc) / payload(40);

constexpr unsigned peer_slot = 3;

// Slaves 0 to 2 and the peer.
struct between {
    lab net{4};
    std::uint32_t peer = net.ifindex(3);

    xdpbond_half half() const {
        auto half = half_of({net.ifindex(0), net.ifindex(1), net.ifindex(2)});
        half.peer = {0, peer, peer_slot, XDPBOND_PORT_USABLE};
        return half;
    }
    kernel_bond bond(unsigned mode, unsigned hash = 0, xdpbond_options options = default_options()) const {
        options.mode = static_cast<__u8>(mode);
        kernel_bond made(shipped("forward", mode, hash), options);
        REQUIRE(made.writer().publish(half(), options));
        return made;
    }
};

} // namespace

TEST_CASE("in every mode frames go from the slaves to the peer and from the peer through the bond") {
    const between ports;
    for (const auto& [name, mode, hash] : bonds_to_try()) {
        CAPTURE(std::string(name));
        auto bond = ports.bond(mode, hash);
        for (const bytes& frame : {data_frame, arp_frame}) {
            CHECK(bond.send(frame, ports.net.ifindex(0)) == redirected(peer_slot));
            const auto out = bond.send(frame, ports.peer);
            CHECK(out.verdict == XDP_REDIRECT);
            REQUIRE(out.slots.size() == (mode == XDPBOND_MODE_BROADCAST ? 3 : 1));
            CHECK(out.slots[0] < peer_slot);
        }
        CHECK(bond.send(lldp, ports.net.ifindex(0)) == passed(XDPBOND_REASON_LINK_LOCAL));
        CHECK(bond.send(lldp, ports.peer) == passed(XDPBOND_REASON_LINK_LOCAL));
    }
}

TEST_CASE("control_frames=none: link-local control frames are forwarded too") {
    const between ports;
    auto options = default_options();
    options.control_frames = XDPBOND_CONTROL_NONE;
    auto bond = ports.bond(XDPBOND_MODE_ACTIVE_BACKUP, 0, options);
    CHECK(bond.send(lldp, ports.net.ifindex(0)) == redirected(peer_slot));
    CHECK(bond.send(lldp, ports.peer) == redirected(0));
}

TEST_CASE("a peer that is gone or has no carrier: dropped and counted; the other direction goes on") {
    between ports;
    auto bond = ports.bond(XDPBOND_MODE_ACTIVE_BACKUP);
    ports.net.carrier(3, false);
    CHECK(bond.send(data_frame, ports.net.ifindex(0)) == dropped(XDPBOND_REASON_PEER));
    CHECK(bond.send(data_frame, ports.peer) == redirected(0));
    ports.net.carrier(3, true);
    CHECK(bond.send(data_frame, ports.net.ifindex(0)) == redirected(peer_slot));
    bond.take_out(peer_slot);
    CHECK(bond.send(data_frame, ports.net.ifindex(0)) == dropped(XDPBOND_REASON_PEER));
    auto half = bond.table().half[bond.table().selector & 1];
    half.peer = {};
    bond.write(half);
    CHECK(bond.send(data_frame, ports.net.ifindex(0)) == dropped(XDPBOND_REASON_PEER));
}

TEST_CASE("active-backup: back-up slaves' frames do not reach the peer, and who is active follows carrier") {
    between ports;
    auto bond = ports.bond(XDPBOND_MODE_ACTIVE_BACKUP);
    CHECK(bond.send(data_frame, ports.net.ifindex(1)) == dropped(XDPBOND_REASON_BACKUP));
    ports.net.carrier(0, false);
    CHECK(bond.send(data_frame, ports.net.ifindex(1)) == redirected(peer_slot));
    CHECK(bond.send(data_frame, ports.peer) == because(redirected(1), XDPBOND_REASON_CARRIER));
}

TEST_CASE("two bonds in one object: what the rules of one let through leaves through the other") {
    const lab net(4);
    kernel_bond left(object_of<two_bonds>(), {}, reading::as_kernel_can, "left");
    left.write(half_of({net.ifindex(0), net.ifindex(1)}));
    CHECK(left.run(data_frame, net.ifindex(1), "between") == XDP_DROP);
    CHECK(left.run(lldp, net.ifindex(0), "between") == XDP_PASS);
    CHECK(left.run(data_frame, net.ifindex(0), "between") == XDP_DROP); // right has no slave yet
    auto right = left.other_bond("right");
    right.write(half_of({net.ifindex(2), net.ifindex(3)}));
    right.put(0, net.ifindex(2));
    right.put(1, net.ifindex(3));
    const auto layer2 = data_frame[5] ^ data_frame[11] ^ ethertype(data_frame);
    CHECK(right.send(data_frame, net.ifindex(0), "between") == redirected(layer2 % 2));
    CHECK(right.send(lldp, net.ifindex(0), "all").verdict == XDP_REDIRECT);
    CHECK(left.counters().reason[XDPBOND_REASON_BACKUP].packets == 1);
    CHECK(left.counters().reason[XDPBOND_REASON_LINK_LOCAL].packets == 1);
    CHECK(right.counters().reason[XDPBOND_REASON_NO_SLAVE].packets == 1);
}

TEST_CASE("conditions and stages: from_peer, to_peer and is_multicast make a forward program of another kind") {
    const lab net(3);
    kernel_bond bond(object_of<two_bonds>(), {}, reading::as_kernel_can, "left");
    auto half = half_of({net.ifindex(0), net.ifindex(1)});
    half.peer = {0, net.ifindex(2), 2, XDPBOND_PORT_USABLE};
    REQUIRE(bond.writer().publish(half, default_options()));
    CHECK(bond.send(data_frame, net.ifindex(0), "groups") == outcome{XDP_DROP});
    CHECK(bond.send(group_frame, net.ifindex(0), "groups") == redirected(2));
    CHECK(bond.send(group_frame, net.ifindex(2), "groups") == redirected(0));
}
