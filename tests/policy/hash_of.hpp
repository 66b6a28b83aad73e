// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The hash of a packet, under each policy's name.

#include "support/layers.hpp"

#include <xdpbond/bpf/hash.h>

namespace xdpbond::test {

inline std::uint32_t hash_of(const bytes& frame, unsigned policy, unsigned version = XDPBOND_HASH_VERSION_6_1) {
    return xdpbond_hash(view(frame), policy, version);
}

inline std::uint32_t layer2(const bytes& frame) {
    return hash_of(frame, XDPBOND_HASH_LAYER2);
}
inline std::uint32_t layer2_3(const bytes& frame) {
    return hash_of(frame, XDPBOND_HASH_LAYER2_3);
}
inline std::uint32_t layer3_4(const bytes& frame) {
    return hash_of(frame, XDPBOND_HASH_LAYER3_4);
}
inline std::uint32_t encap2_3(const bytes& frame) {
    return hash_of(frame, XDPBOND_HASH_ENCAP2_3);
}
inline std::uint32_t encap3_4(const bytes& frame) {
    return hash_of(frame, XDPBOND_HASH_ENCAP3_4);
}
inline std::uint32_t vlan_srcmac(const bytes& frame) {
    return hash_of(frame, XDPBOND_HASH_VLAN_SRCMAC);
}

} // namespace xdpbond::test
