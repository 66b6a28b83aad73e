// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Every policy: the kernel's bond and ours send thousands of frames through the same slaves.
//
// Replay: XDPBOND_SEED=number (printed with each run).

#include "both_bonds.hpp"
#include "differences.hpp"
#include "run_length.hpp"

#include "kernel/frame_stream.hpp"
#include "support/policies.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>

using namespace xdpbond::test;

namespace {

// Of the well-formed frames every cut in a long run, else every third one; and this many random ones.
unsigned random_after_cuts() {
    return long_run() ? 20000 : 3300;
}

// How many slaves a policy is tried with: all numbers in a long run, else another one for each policy.
std::vector<unsigned> slave_counts(std::size_t policy) {
    if (long_run())
        return {2, 3, 4, 5, 6, 7, 8};
    constexpr std::array<unsigned, policies.size()> counts{2, 4, 8, 7, 5, 3};
    return {counts[policy]};
}

std::vector<unsigned> first(unsigned count) {
    std::vector<unsigned> order(count);
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

// The frames for one policy, a part of them for each number of slaves.
class frames {
public:
    // `more`: random ones for those that a test passes over.
    explicit frames(std::uint32_t number, unsigned more = 0) : stream_(number, long_run() ? 1 : 3), more_(more) {}

    std::vector<bytes> part(std::size_t of) {
        std::vector<bytes> taken;
        for (std::size_t count = (stream_.cuts() + random_after_cuts() + more_) / of + 1; count > 0; --count)
            taken.push_back(stream_.next());
        return taken;
    }

private:
    frame_stream stream_;
    unsigned more_;
};

void differ(const answers& said, const std::string& policy, unsigned slaves, const bytes& frame) {
    FAIL("kernel and xdpbond differ: slave " << said.kernel << " and " << said.ours << " of " << slaves << ", "
                                             << policy << ", frame " << to_hex(frame));
}

// A tag as a VLAN device can make it, and where the frame then has it.
struct tag {
    unsigned id, priority;
};

bytes tagged(const bytes& frame, const tag& with) {
    bytes result(frame.begin(), frame.begin() + 12);
    const unsigned tci = with.priority << 13 | with.id;
    for (const unsigned byte : {0x81u, 0x00u, tci >> 8, tci & 0xff})
        result.push_back(static_cast<std::uint8_t>(byte));
    result.insert(result.end(), frame.begin() + 12, frame.end());
    return result;
}

bool has_any_tag(const bytes& frame) {
    const unsigned ethertype = frame[12] << 8u | frame[13];
    return ethertype == XDPBOND_ETH_VLAN || ethertype == XDPBOND_ETH_QINQ;
}

// A frame in which an encap policy may come to CFM.
bool may_have_cfm(const bytes& frame) {
    const std::uint8_t ethertype[] = {0x89, 0x02};
    return std::search(frame.begin(), frame.end(), std::begin(ethertype), std::end(ethertype)) != frame.end();
}

bool is_known_difference(const bytes& frame, unsigned policy) {
    const bool encap = policy == XDPBOND_HASH_ENCAP2_3 || policy == XDPBOND_HASH_ENCAP3_4;
    return encap && kernel_knows_cfm() && may_have_cfm(frame); // differences.hpp
}

} // namespace

TEST_CASE("the same slave for every frame, of 2 to 8, with each policy that the kernel has in XDP") {
    const std::uint32_t number = seed();
    for (std::size_t i = 0; i < policies.size(); ++i) {
        if (policies[i].policy == XDPBOND_HASH_VLAN_SRCMAC)
            continue;
        const std::string policy(policies[i].name);
        frames stream(number + static_cast<std::uint32_t>(i));
        const auto counts = slave_counts(i);
        unsigned compared = 0;
        for (const unsigned slaves : counts) {
            both_bonds bonds({"balance-xor", policy, as_the_kernel}, first(slaves), path::xdp, slaves);
            std::map<std::string, unsigned> used;
            for (const bytes& frame : stream.part(counts.size())) {
                if (is_known_difference(frame, policies[i].policy))
                    continue;
                const auto said = bonds.frame(frame, compared++ % slaves);
                if (said.kernel.size() != 1 || said.kernel != said.ours)
                    differ(said, policy, slaves, frame);
                ++used[said.kernel];
            }
            CHECK(used.size() == slaves);
            CHECK(bonds.quiet());
        }
        MESSAGE(policy << ": " << compared << " frames, no difference");
        CHECK(compared >= 5000);
    }
}

TEST_CASE("vlan+srcmac: the same slave as the kernel's skb path, which has the tag of a VLAN device") {
    const std::uint32_t number = seed();
    frames stream(number, 800);
    random_frames random(number);
    unsigned compared = 0;
    const auto counts = slave_counts(5);
    for (const unsigned slaves : counts) {
        both_bonds bonds({"balance-xor", "vlan+srcmac", as_the_kernel}, first(slaves), path::skb, slaves);
        const unsigned ids[] = {1, 2, 100, 257, 1000, 2048, 3333, 4094};
        for (const unsigned id : ids) {
            const std::string name = "bond0." + std::to_string(id);
            command("ip link add link bond0 name " + name + " type vlan id " + std::to_string(id) +
                    " egress-qos-map 1:1 2:2 3:3 4:4 5:5 6:6 7:7 && ip link set " + name + " up");
        }
        for (const bytes& frame : stream.part(counts.size())) {
            if (has_any_tag(frame))
                continue; // the skb path has no tag to see then: differences.hpp
            answers said;
            bytes ours = frame;
            if (random.below(4)) {
                const tag with{ids[random.below(std::size(ids))], random.below(7)};
                ours = tagged(frame, with);
                said.kernel =
                    bonds.kernel().send("bond0." + std::to_string(with.id), frame, 1, static_cast<int>(with.priority));
            } else {
                said.kernel = bonds.kernel().send("bond0", frame);
            }
            said.ours = bonds.ours().arrive(compared++ % slaves, ours);
            if (said.kernel.size() != 1 || said.kernel != said.ours)
                differ(said, "vlan+srcmac", slaves, ours);
        }
        CHECK(bonds.quiet());
    }
    MESSAGE("vlan+srcmac: " << compared << " frames, no difference");
    CHECK(compared >= 5000);
}
