// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The classes of control frames in this machine's kernel.

#include "control_frames.hpp"
#include "kernel_object.hpp"

#include "kernel_control.skel.h"

#include "support/random_frames.hpp"

#include <xdpbond/bpf/control.h>

#include <doctest/doctest.h>

using namespace xdpbond::test;

TEST_CASE("in this kernel control frames are told from data") {
    const kernel_object kernel = load<kernel_control>();
    for (const control_case& known : control_cases()) {
        CAPTURE(known.name);
        CHECK(kernel.run("by_default", known.frame) == known.by_default);
        CHECK(kernel.run("link_local", known.frame) == known.link_local);
        CHECK(kernel.run("none", known.frame) == XDPBOND_REASON_SENT);
    }
}

TEST_CASE("in this kernel random frames are of the class that they are of on the host") {
    const kernel_object kernel = load<kernel_control>();
    random_frames random(3);
    for (int i = 0; i < 5000; ++i) {
        const bytes frame = random.next();
        CAPTURE(to_hex(frame));
        CHECK(kernel.run("by_default", frame) == xdpbond_control_class(view(frame), XDPBOND_CONTROL_DEFAULT));
        CHECK(kernel.run("is_igmp", frame) == xdpbond_is_igmp(view(frame)));
    }
}
