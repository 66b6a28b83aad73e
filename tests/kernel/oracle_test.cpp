// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The shipped programs hash as a real kernel bond. A program does not tell its hash, only the slave that it chose: with
// six counts of slaves that have no common divisor, these slaves together belong to one 32-bit hash alone.

#include "kernel_bond.hpp"
#include "lab.hpp"

#include "support/oracle.hpp"
#include "support/policies.hpp"
#include "support/vectors.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace xdpbond::test;

namespace {

constexpr unsigned counts[] = {64, 63, 61, 59, 55, 53};
static_assert(64ull * 63 * 61 * 59 * 55 * 53 > 0xffffffffull);

// balance-xor with one policy. All slaves are the same device under different slots.
class hashing_bond {
public:
    hashing_bond(const lab& net, unsigned policy, unsigned version = XDPBOND_HASH_VERSION_6_1)
        : bond_(shipped("tx", XDPBOND_MODE_BALANCE_XOR, policy), options(version)), ifindex_(net.ifindex(0)) {
        for (unsigned slot = 0; slot < XDPBOND_SLAVES_MAX; ++slot)
            bond_.put(slot, ifindex_);
    }

    // How many slaves there are from now on.
    void slaves(unsigned count) { bond_.write(half_of(std::vector<std::uint32_t>(count, ifindex_))); }

    // The slave that this frame takes; -1 where it takes none, or several.
    int slave(const bytes& frame) {
        const bool sent = bond_.run(frame) == XDP_REDIRECT;
        const auto slot = bond_.slot_since();
        return sent && slot ? static_cast<int>(*slot) : -1;
    }

private:
    static xdpbond_options options(unsigned version) {
        auto options = xdpbond::control::default_options();
        options.control_frames = XDPBOND_CONTROL_NONE;
        options.hash_version = static_cast<__u8>(version);
        return options;
    }

    kernel_bond bond_;
    std::uint32_t ifindex_;
};

int expected(std::uint32_t hash, unsigned count) {
    return static_cast<int>(hash % count);
}

} // namespace

TEST_CASE("every frame of the oracle has the hash that the kernel's bond computed for it") {
    const oracle known = read_oracle();
    const lab net(1);
    std::size_t answers = 0;
    for (const named_policy& policy : policies) {
        hashing_bond bond(net, policy.policy);
        for (const unsigned count : counts) {
            bond.slaves(count);
            for (const oracle_frame& frame : known.frames)
                for (const oracle_answer& answer : frame.answers) {
                    if (answer.policy != policy.policy)
                        continue;
                    CAPTURE(std::string(policy.name));
                    CAPTURE(frame.name);
                    CHECK(bond.slave(frame.frame) == expected(answer.hash, count));
                    ++answers;
                }
        }
    }
    CHECK(answers == (373 * 6 - 8) * std::size(counts)); // 8: tags that a VLAN device cannot have
}

TEST_CASE("600 of 600 vectors have the hash of the kernel, of today and before May 2022") {
    const std::vector<hash_vector> vectors = read_vectors();
    const lab net(1);
    std::size_t answers = 0;
    for (const named_policy& policy : policies)
        for (const unsigned version : {XDPBOND_HASH_VERSION_6_1, XDPBOND_HASH_VERSION_5_15}) {
            hashing_bond bond(net, policy.policy, version);
            for (const unsigned count : counts) {
                bond.slaves(count);
                for (const hash_vector& vector : vectors)
                    for (const vector_answer& answer : vector.answers) {
                        if (answer.policy != policy.policy || answer.version != version)
                            continue;
                        CAPTURE(std::string(policy.name));
                        CAPTURE(to_hex(vector.frame));
                        CHECK(bond.slave(vector.frame) == expected(answer.hash, count));
                        ++answers;
                    }
            }
        }
    CHECK(answers == 600 * 8 * std::size(counts));
}
