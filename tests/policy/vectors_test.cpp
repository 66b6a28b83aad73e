// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Random and structured frames whose hashes were checked against a real kernel bond.

#include "hash_in_c.h"
#include "support/vectors.hpp"

#include <xdpbond/bpf/hash.h>

#include <doctest/doctest.h>

using namespace xdpbond::test;

TEST_CASE("600 of 600 vectors have the hash of the kernel, of today and before May 2022") {
    const std::vector<hash_vector> vectors = read_vectors();
    REQUIRE(vectors.size() == 600);
    for (const hash_vector& known : vectors) {
        CAPTURE(to_hex(known.frame));
        CHECK(known.answers.size() == 8);
        for (const vector_answer& answer : known.answers) {
            CAPTURE(answer.policy);
            CAPTURE(answer.version);
            CHECK(xdpbond_hash(view(known.frame), answer.policy, answer.version) == answer.hash);
            CHECK(hash_in_c(known.frame.data(), known.frame.size(), answer.policy, answer.version) == answer.hash);
        }
    }
}

TEST_CASE("a kernel bond of 61 and of 64 slaves chose the slave that the hash says") {
    std::size_t choices = 0;
    for (const hash_vector& known : read_vectors())
        for (const vector_slave& chosen : known.slaves) {
            CAPTURE(to_hex(known.frame));
            CAPTURE(chosen.policy);
            CHECK(xdpbond_hash(view(known.frame), chosen.policy, XDPBOND_HASH_VERSION_6_1) % chosen.slaves ==
                  chosen.slave);
            ++choices;
        }
    CHECK(choices == (600 * 5 - 8 * 2) * 2);
}
