// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Which frames stay on the slave they arrived on.

#include "control_frames.hpp"

#include <xdpbond/bpf/control.h>

#include <doctest/doctest.h>

using namespace xdpbond::test;

TEST_CASE("control frames are told from data, by each choice of control_frames") {
    for (const control_case& known : control_cases()) {
        CAPTURE(known.name);
        CHECK(xdpbond_control_class(view(known.frame), XDPBOND_CONTROL_DEFAULT) == known.by_default);
        CHECK(xdpbond_control_class(view(known.frame), XDPBOND_CONTROL_LINK_LOCAL) == known.link_local);
        CHECK(xdpbond_control_class(view(known.frame), XDPBOND_CONTROL_NONE) == XDPBOND_REASON_SENT);
    }
}

TEST_CASE("the quick look takes no control frame for data, and all plain TCP and UDP for it") {
    for (const auto what : {XDPBOND_CONTROL_DEFAULT, XDPBOND_CONTROL_LINK_LOCAL, XDPBOND_CONTROL_NONE})
        for (const control_case& known : control_cases())
            for (std::size_t size = 0; size <= known.frame.size(); ++size) {
                const bytes frame = cut(known.frame, size);
                CAPTURE(known.name);
                CAPTURE(size);
                if (xdpbond_is_data(view(frame), what))
                    CHECK(xdpbond_control_class(view(frame), what) == XDPBOND_REASON_SENT);
            }
    for (const bytes frame :
         {ethernet() / ipv4() / tcp(1, 2), ethernet() / ipv6() / udp(1, 2), ethernet() / vlan(1) / ipv6() / tcp(1, 2),
          ethernet() / vlan(1, 0x88a8) / vlan(2) / ipv4() / udp(1, 2), ethernet() / trailer(0x88b5, 46)})
        CHECK(xdpbond_is_data(view(frame), XDPBOND_CONTROL_DEFAULT));
}

TEST_CASE("without a whole Ethernet header a frame is a runt, whatever its address") {
    const bytes frame = ethernet(mac{0x01, 0x80, 0xc2, 0, 0, 2}) / trailer(0x8809, 110);
    for (std::size_t size = 0; size < 14; ++size) {
        CHECK(xdpbond_control_class(view(cut(frame, size)), XDPBOND_CONTROL_DEFAULT) == XDPBOND_REASON_RUNT);
        CHECK(xdpbond_control_class(view(cut(frame, size)), XDPBOND_CONTROL_LINK_LOCAL) == XDPBOND_REASON_SENT);
    }
}

TEST_CASE("IGMP is known in plain IPv4 only") {
    const bytes report = ethernet() / ipv4() / igmp();
    CHECK(xdpbond_is_igmp(view(report)));
    CHECK(xdpbond_is_igmp(view(cut(report, 34))));
    CHECK_FALSE(xdpbond_is_igmp(view(cut(report, 33))));
    CHECK_FALSE(xdpbond_is_igmp(view(ethernet() / vlan(1) / ipv4() / igmp())));
    CHECK_FALSE(xdpbond_is_igmp(view(ethernet() / ipv6() / igmp())));
    CHECK_FALSE(xdpbond_is_igmp(view(ethernet() / ipv4() / udp(1, 2))));
}
