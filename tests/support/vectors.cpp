// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "vectors.hpp"

#include "policies.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>

namespace xdpbond::test {
namespace {

using nlohmann::json;

// What a frame's tag adds to vlan+srcmac; 0 where it has none whole, or one that the kernel does not see.
std::uint32_t tag_of(const bytes& frame) {
    if (!has_tag(frame) || frame.size() < 18)
        return 0;
    const unsigned inner = frame[16] << 8u | frame[17];
    return inner == 0x8847 || inner == 0x8848 ? 0u : frame[14] << 8u | frame[15];
}

void read_policy(hash_vector& to, const json& from, const named_policy& policy) {
    const std::string name(policy.name);
    const json& hashes = from.at("hash");
    if (policy.policy == XDPBOND_HASH_VLAN_SRCMAC) {
        const std::uint32_t untagged = hashes.at(name + "(no tag)");
        to.answers.push_back({policy.policy, XDPBOND_HASH_VERSION_6_1, untagged ^ tag_of(to.frame)});
    } else {
        to.answers.push_back({policy.policy, XDPBOND_HASH_VERSION_6_1, hashes.at(name)});
    }

    const json& old_hashes = from.at("hash_5_15_0");
    if (old_hashes.contains(name))
        to.answers.push_back({policy.policy, XDPBOND_HASH_VERSION_5_15, old_hashes.at(name)});

    const json differing = from.value("differs_only_by_NET_IP_ALIGN", json::array());
    const json& chosen = from.at("kernel_slave_of_61_and_64");
    if (!chosen.contains(name) || std::ranges::find(differing, json(name)) != differing.end())
        return;
    to.slaves.push_back({policy.policy, 61, chosen.at(name).at(0)});
    to.slaves.push_back({policy.policy, 64, chosen.at(name).at(1)});
}

} // namespace

std::vector<hash_vector> read_vectors() {
    std::ifstream in(XDPBOND_TEST_DATA "/hash-vectors.json");
    const json file = json::parse(in);
    std::vector<hash_vector> vectors;
    for (const json& entry : file.at("vectors")) {
        hash_vector vector{from_hex(entry.at("frame").get<std::string>()), {}, {}};
        for (const named_policy& policy : policies)
            read_policy(vector, entry, policy);
        vectors.push_back(std::move(vector));
    }
    return vectors;
}

} // namespace xdpbond::test
