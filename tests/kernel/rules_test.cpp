// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What becomes of a frame that arrives on a slave of a working bond.

#include "every_bond.hpp"
#include "kernel_bond.hpp"
#include "lab.hpp"

#include "support/layers.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::test;
using xdpbond::control::default_options;

namespace {

const bytes data_frame = ethernet() / ipv4() / udp(1234, 53) / payload(20);
const bytes lldp = ethernet({0x01, 0x80, 0xc2, 0, 0, 0x0e}, mac_b, 0x88cc) / payload(40);
const bytes lacp = ethernet({0x01, 0x80, 0xc2, 0, 0, 0x02}, mac_b, 0x8809) / payload(110);
const bytes arp_frame = ethernet() / arp() / payload(40);
const bytes neighbour = ethernet() / ipv6() / icmpv6(135) / payload(24);
const bytes runt = cut(data_frame, 20);

// Three slaves; slave 1 is the one that active-backup sends through, and where frames arrive.
struct working {
    lab net{3};
    std::uint32_t in = net.ifindex(1);
    xdpbond_half half = with_active_1(half_of(net.ifindexes()));

    static xdpbond_half with_active_1(xdpbond_half half) {
        std::swap(half.preference[0], half.preference[1]);
        return half;
    }

    kernel_bond bond(unsigned mode, unsigned hash = 0, xdpbond_options options = default_options()) const {
        options.mode = static_cast<__u8>(mode);
        kernel_bond made(shipped("tx", mode, hash), options);
        REQUIRE(made.writer().publish(half, options));
        return made;
    }
};

xdpbond_options with_control_frames(xdpbond_control_frames what) {
    auto options = default_options();
    options.control_frames = what;
    return options;
}

} // namespace

TEST_CASE("control frames stay on the slave they arrived on, in every mode, and each is counted for what it is") {
    const working three;
    for (const auto& [name, mode, hash] : bonds_to_try()) {
        CAPTURE(std::string(name));
        auto bond = three.bond(mode, hash);
        CHECK(bond.send(lldp, three.in) == passed(XDPBOND_REASON_LINK_LOCAL));
        CHECK(bond.send(lacp, three.in) == passed(XDPBOND_REASON_LINK_LOCAL));
        CHECK(bond.send(arp_frame, three.in) == passed(XDPBOND_REASON_NEIGHBOUR));
        CHECK(bond.send(neighbour, three.in) == passed(XDPBOND_REASON_NEIGHBOUR));
        CHECK(bond.send(runt, three.in) == passed(XDPBOND_REASON_RUNT));
        const auto data = bond.send(data_frame, three.in);
        CHECK(data.reasons.empty());
        CHECK(data.slots.size() == (mode == XDPBOND_MODE_BROADCAST ? 3 : 1));
    }
}

TEST_CASE("control_frames=link-local: ARP, neighbour discovery and runts are data") {
    const working three;
    auto bond = three.bond(XDPBOND_MODE_ACTIVE_BACKUP, 0, with_control_frames(XDPBOND_CONTROL_LINK_LOCAL));
    CHECK(bond.send(lacp, three.in) == passed(XDPBOND_REASON_LINK_LOCAL));
    CHECK(bond.send(arp_frame, three.in) == sent_back(1));
    CHECK(bond.send(neighbour, three.in) == sent_back(1));
    CHECK(bond.send(runt, three.in) == sent_back(1));
}

TEST_CASE("control_frames=none: every frame is data") {
    const working three;
    auto bond = three.bond(XDPBOND_MODE_ACTIVE_BACKUP, 0, with_control_frames(XDPBOND_CONTROL_NONE));
    for (const bytes& frame : {lldp, lacp, arp_frame, neighbour, runt, data_frame})
        CHECK(bond.send(frame, three.in) == sent_back(1));
}

TEST_CASE("active-backup: what arrives on a back-up slave is dropped, but for link-local control frames") {
    const working three;
    auto bond = three.bond(XDPBOND_MODE_ACTIVE_BACKUP);
    for (const unsigned backup : {0, 2}) {
        const auto in = three.net.ifindex(backup);
        CHECK(bond.send(data_frame, in) == dropped(XDPBOND_REASON_BACKUP));
        CHECK(bond.send(arp_frame, in) == dropped(XDPBOND_REASON_BACKUP));
        CHECK(bond.send(neighbour, in) == dropped(XDPBOND_REASON_BACKUP));
        CHECK(bond.send(runt, in) == dropped(XDPBOND_REASON_BACKUP));
        CHECK(bond.send(lldp, in) == passed(XDPBOND_REASON_LINK_LOCAL));
        CHECK(bond.send(lacp, in) == passed(XDPBOND_REASON_LINK_LOCAL));
    }
    CHECK(bond.send(data_frame, three.in) == sent_back(1));
}

TEST_CASE("active-backup: a slave that is not usable is a back-up, a port that is no slave is not") {
    const lab net(3);
    kernel_bond bond(shipped("tx", XDPBOND_MODE_ACTIVE_BACKUP));
    bond.put(0, net.ifindex(0));
    auto half = half_of({net.ifindex(0), net.ifindex(1)});
    half.slave[1].flags = 0;
    half.usable = half.preferred = 1;
    bond.write(half);
    CHECK(bond.send(data_frame, net.ifindex(1)) == dropped(XDPBOND_REASON_BACKUP));
    CHECK(bond.send(data_frame, net.ifindex(2)) == redirected(0));
}

TEST_CASE("all_slaves_active=1: frames on back-up slaves are taken like any") {
    const working three;
    auto options = default_options();
    options.all_slaves_active = 1;
    auto bond = three.bond(XDPBOND_MODE_ACTIVE_BACKUP, 0, options);
    CHECK(bond.send(data_frame, three.net.ifindex(0)) == redirected(1));
    CHECK(bond.send(arp_frame, three.net.ifindex(2)) == passed(XDPBOND_REASON_NEIGHBOUR));
}

TEST_CASE("other modes take frames on any slave") {
    const working three;
    for (const auto& [name, mode, hash] : bonds_to_try()) {
        if (mode == XDPBOND_MODE_ACTIVE_BACKUP)
            continue;
        CAPTURE(std::string(name));
        auto bond = three.bond(mode, hash);
        for (unsigned number = 0; number < 3; ++number)
            CHECK_FALSE(bond.send(data_frame, three.net.ifindex(number)).slots.empty());
    }
}
