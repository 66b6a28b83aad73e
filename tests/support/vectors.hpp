// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// tests/data/hash-vectors: frames with their hashes, checked against a real kernel bond.

#include "bytes.hpp"

#include <xdpbond/bpf/abi.h>

#include <cstdint>
#include <vector>

namespace xdpbond::test {

struct vector_answer {
    xdpbond_hash_policy policy;
    xdpbond_hash_version version;
    std::uint32_t hash;
};

// The slave a real kernel bond chose.
struct vector_slave {
    xdpbond_hash_policy policy;
    std::uint32_t slaves;
    std::uint32_t slave;
};

struct hash_vector {
    bytes frame;
    // All policies in version 6.1, those that differ also in 5.15. The file's vlan+srcmac is that of the frame without
    // its tag; here the tag is in it.
    std::vector<vector_answer> answers;
    std::vector<vector_slave> slaves; // without those that the kernel asked got wrong: it has another NET_IP_ALIGN
};

// Throws if the file is missing or damaged.
std::vector<hash_vector> read_vectors();

} // namespace xdpbond::test
