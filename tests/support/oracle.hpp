// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// tests/data/kernel-oracle: frames, and what a real kernel bond answered for them.

#include "bytes.hpp"

#include <xdpbond/bpf/abi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace xdpbond::test {

// One answer: the hash the kernel computed for this frame under this policy.
struct oracle_answer {
    xdpbond_hash_policy policy;
    std::uint32_t hash;
};

struct oracle_frame {
    std::string name;
    bytes frame;
    // In the XDP path. vlan+srcmac does not exist there: for untagged frames it is the skb path's answer, for tagged
    // ones that for the same frame sent through a VLAN device (none where the device cannot have such a tag).
    std::vector<oracle_answer> answers;
};

// Slaves that successive frames took: one digit a frame.
struct oracle_sequence {
    std::string name; // the case, in words
    std::string path; // "xdp" or "skb"
    std::string slaves;
};

struct oracle {
    std::vector<oracle_frame> frames;
    std::vector<std::string> flows; // names of frames: what "flows" in a sequence's case means
    std::vector<oracle_sequence> sequences;
};

// Throws if the files are missing, damaged or do not belong together.
oracle read_oracle();

} // namespace xdpbond::test
