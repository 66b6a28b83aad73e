// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The answers of a real kernel bond, frame by frame.

#include "support/oracle.hpp"

#include <xdpbond/bpf/hash.h>

#include <doctest/doctest.h>

using namespace xdpbond::test;

TEST_CASE("every frame has the hash that the kernel's bond computed for it") {
    const oracle kernel = read_oracle();
    REQUIRE(kernel.frames.size() == 373);

    std::size_t answers = 0;
    for (const oracle_frame& known : kernel.frames)
        for (const oracle_answer& answer : known.answers) {
            CAPTURE(known.name);
            CAPTURE(answer.policy);
            CHECK(xdpbond_hash(view(known.frame), answer.policy, XDPBOND_HASH_VERSION_6_1) == answer.hash);
            ++answers;
        }
    // Five policies for each frame, and vlan+srcmac for all but the 8 whose tag no VLAN device can have.
    CHECK(answers == 373 * 6 - 8);
}
