// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "oracle.hpp"

#include "pcap.hpp"
#include "policies.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>

namespace xdpbond::test {
namespace {

using nlohmann::json;

// The answer of one path ("xdp", "skb", "vlandev"), if it was asked for and given.
void add_answer(oracle_frame& to, const json& from, const char* path, const named_policy& policy) {
    const auto answers = from.find(path);
    if (answers == from.end())
        return;
    const auto answer = answers->find(policy.name);
    if (answer == answers->end() || answer->is_null())
        return;
    const auto hash = static_cast<std::uint32_t>(std::stoul(answer->get<std::string>(), nullptr, 16));
    to.answers.push_back({policy.policy, hash});
}

oracle_frame read_frame(const json& from, bytes frame) {
    oracle_frame to{from.at("name"), std::move(frame), {}};
    if (to.frame.size() != from.at("len"))
        throw std::runtime_error("kernel-oracle: " + to.name + " has another length in its pcap");
    for (const named_policy& policy : policies) {
        const char* path = "xdp";
        if (policy.policy == XDPBOND_HASH_VLAN_SRCMAC)
            path = has_tag(to.frame) ? "vlandev" : "skb";
        add_answer(to, from, path, policy);
    }
    return to;
}

} // namespace

oracle read_oracle() {
    const std::string base = XDPBOND_TEST_DATA "/kernel-oracle";
    std::ifstream in(base + ".json");
    const json file = json::parse(in);
    std::vector<bytes> frames = read_pcap(base + ".pcap");
    if (file.at("frames").size() != frames.size())
        throw std::runtime_error("kernel-oracle: .json and .pcap have different numbers of frames");

    oracle result;
    for (std::size_t i = 0; i < frames.size(); ++i)
        result.frames.push_back(read_frame(file.at("frames").at(i), std::move(frames[i])));
    result.flows = file.at("flows");
    for (const json& sequence : file.at("sequences"))
        result.sequences.push_back({sequence.at("case"), sequence.at("path"), sequence.at("slaves")});
    return result;
}

} // namespace xdpbond::test
