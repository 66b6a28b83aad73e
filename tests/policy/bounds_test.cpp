// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Nothing outside of a frame is read, and so nothing outside of it changes an answer.

#include "hash_in_c.h"
#include "support/guarded_frame.hpp"
#include "support/oracle.hpp"
#include "support/packet.hpp"
#include "support/random_frames.hpp"

#include <xdpbond/bpf/control.h>
#include <xdpbond/bpf/hash.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>

using namespace xdpbond::test;

namespace {

// All that is asked of a frame.
std::array<std::uint32_t, 19> answers(xdpbond_frame frame) {
    std::array<std::uint32_t, 19> result{};
    std::size_t next = 0;
    for (unsigned policy = XDPBOND_HASH_LAYER2; policy <= XDPBOND_HASH_VLAN_SRCMAC; ++policy)
        for (unsigned version : {XDPBOND_HASH_VERSION_6_1, XDPBOND_HASH_VERSION_5_15})
            result[next++] = xdpbond_hash(frame, policy, version);
    for (unsigned control : {XDPBOND_CONTROL_DEFAULT, XDPBOND_CONTROL_LINK_LOCAL, XDPBOND_CONTROL_NONE})
        result[next++] = xdpbond_control_class(frame, control);
    for (unsigned control : {XDPBOND_CONTROL_DEFAULT, XDPBOND_CONTROL_LINK_LOCAL, XDPBOND_CONTROL_NONE})
        result[next++] = xdpbond_is_data(frame, control);
    result[next] = xdpbond_is_igmp(frame);
    return result;
}

// The frame in three places: in front of a forbidden page, behind one, and on a heap that a sanitizer watches.
void check_everywhere(const bytes& frame) {
    const guarded_frame ends(frame, guarded_frame::edge::end), starts(frame, guarded_frame::edge::start);
    const auto heap = std::make_unique<std::uint8_t[]>(frame.size());
    std::ranges::copy(frame, heap.get());
    CAPTURE(to_hex(frame));
    const auto expected = answers(ends.view());
    CHECK(answers(starts.view()) == expected);
    CHECK(answers({heap.get(), heap.get() + frame.size()}) == expected);
}

} // namespace

TEST_CASE("a frame of the oracle cut to any length from 0 to 200 is read inside its bounds only") {
    for (const oracle_frame& known : read_oracle().frames)
        for (std::size_t size = 0; size <= std::min<std::size_t>(known.frame.size(), 200); ++size)
            check_everywhere(cut(known.frame, size));
}

TEST_CASE("random chains of headers, damaged and cut, are read inside their bounds only") {
    random_frames random(1);
    for (int i = 0; i < 20000; ++i) {
        const bytes frame = random.next();
        check_everywhere(frame);
        check_everywhere(cut(frame, random.below(static_cast<std::uint32_t>(frame.size()))));
    }
}

TEST_CASE("an empty frame, a null one too, hashes to 0 and is a runt") {
    const xdpbond_frame nothing{nullptr, nullptr};
    for (unsigned policy = XDPBOND_HASH_LAYER2; policy <= XDPBOND_HASH_VLAN_SRCMAC; ++policy)
        CHECK(xdpbond_hash(nothing, policy, XDPBOND_HASH_VERSION_6_1) == 0);
    CHECK(xdpbond_control_class(nothing, XDPBOND_CONTROL_DEFAULT) == XDPBOND_REASON_RUNT);
    CHECK_FALSE(xdpbond_is_igmp(nothing));
}

TEST_CASE("C and C++ give the same answers") {
    random_frames random(2);
    for (int i = 0; i < 20000; ++i) {
        const bytes frame = random.next();
        CAPTURE(to_hex(frame));
        for (unsigned policy = XDPBOND_HASH_LAYER2; policy <= XDPBOND_HASH_VLAN_SRCMAC; ++policy)
            CHECK(hash_in_c(frame.data(), frame.size(), policy, XDPBOND_HASH_VERSION_6_1) ==
                  xdpbond_hash(view(frame), policy, XDPBOND_HASH_VERSION_6_1));
        CHECK(control_class_in_c(frame.data(), frame.size(), XDPBOND_CONTROL_DEFAULT) ==
              static_cast<__u32>(xdpbond_control_class(view(frame), XDPBOND_CONTROL_DEFAULT)));
    }
}
