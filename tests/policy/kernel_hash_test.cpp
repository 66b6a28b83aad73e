// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The hashes in this machine's kernel: the verifier takes them, and they answer as the kernel's bond and as the host.

#include "kernel_object.hpp"

#include "kernel_hash_encap2_3.skel.h"
#include "kernel_hash_encap3_4.skel.h"
#include "kernel_hash_layer2.skel.h"
#include "kernel_hash_layer2_3.skel.h"
#include "kernel_hash_layer3_4.skel.h"
#include "kernel_hash_vlan_srcmac.skel.h"

#include "support/oracle.hpp"
#include "support/random_frames.hpp"
#include "support/vectors.hpp"

#include <xdpbond/bpf/hash.h>

#include <doctest/doctest.h>

#include <string>

using namespace xdpbond::test;

namespace {

constexpr std::uint32_t most_verified = 10000; // the kernel's limit is a million, and a bond adds its own

// Each policy's own object.
struct policy_object {
    std::string name;
    xdpbond_hash_policy policy;
    kernel_object (*load)();
};

const policy_object objects[] = {
    {"layer2", XDPBOND_HASH_LAYER2, load<kernel_hash_layer2>},
    {"layer2+3", XDPBOND_HASH_LAYER2_3, load<kernel_hash_layer2_3>},
    {"layer3+4", XDPBOND_HASH_LAYER3_4, load<kernel_hash_layer3_4>},
    {"encap2+3", XDPBOND_HASH_ENCAP2_3, load<kernel_hash_encap2_3>},
    {"encap3+4", XDPBOND_HASH_ENCAP3_4, load<kernel_hash_encap3_4>},
    {"vlan+srcmac", XDPBOND_HASH_VLAN_SRCMAC, load<kernel_hash_vlan_srcmac>},
};

const char* program(unsigned version) {
    return version == XDPBOND_HASH_VERSION_5_15 ? "hash_5_15" : "hash_6_1";
}

} // namespace

TEST_CASE("the verifier takes each policy with little work") {
    for (const policy_object& object : objects) {
        const kernel_object kernel = object.load();
        MESSAGE(object.name << ": verified " << kernel.verified() << " instructions");
        CHECK(kernel.verified() > 0);
        CHECK(kernel.verified() < most_verified);
    }
}

TEST_CASE("in this kernel every frame has the hash that the kernel's bond computed for it") {
    const oracle known = read_oracle();
    std::size_t answers = 0;
    for (const policy_object& object : objects) {
        const kernel_object kernel = object.load();
        for (const oracle_frame& frame : known.frames)
            for (const oracle_answer& answer : frame.answers) {
                if (answer.policy != object.policy)
                    continue;
                CAPTURE(object.name);
                CAPTURE(frame.name);
                CHECK(kernel.run(program(XDPBOND_HASH_VERSION_6_1), frame.frame) == answer.hash);
                ++answers;
            }
    }
    CHECK(answers == 373 * 6 - 8); // as on the host
}

TEST_CASE("in this kernel 600 of 600 vectors have the hash of the kernel, of today and before May 2022") {
    const std::vector<hash_vector> vectors = read_vectors();
    std::size_t answers = 0;
    for (const policy_object& object : objects) {
        const kernel_object kernel = object.load();
        for (const hash_vector& vector : vectors)
            for (const vector_answer& answer : vector.answers) {
                if (answer.policy != object.policy)
                    continue;
                CAPTURE(object.name);
                CAPTURE(to_hex(vector.frame));
                CHECK(kernel.run(program(answer.version), vector.frame) == answer.hash);
                ++answers;
            }
    }
    CHECK(answers == 600 * 8);
}

TEST_CASE("in this kernel random chains of headers, damaged and cut, hash as on the host") {
    for (const policy_object& object : objects) {
        const kernel_object kernel = object.load();
        random_frames random(object.policy);
        for (int i = 0; i < 5000; ++i) {
            const bytes frame = random.next();
            CAPTURE(object.name);
            CAPTURE(to_hex(frame));
            CHECK(kernel.run(program(XDPBOND_HASH_VERSION_6_1), frame) ==
                  xdpbond_hash(view(frame), object.policy, XDPBOND_HASH_VERSION_6_1));
        }
    }
}
