// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The transmit hash policies by the names that the test data use.

#include <xdpbond/bpf/abi.h>

#include <array>
#include <string_view>

namespace xdpbond::test {

struct named_policy {
    std::string_view name;
    xdpbond_hash_policy policy;
};

inline constexpr std::array policies{
    named_policy{"layer2", XDPBOND_HASH_LAYER2},     named_policy{"layer2+3", XDPBOND_HASH_LAYER2_3},
    named_policy{"layer3+4", XDPBOND_HASH_LAYER3_4}, named_policy{"encap2+3", XDPBOND_HASH_ENCAP2_3},
    named_policy{"encap3+4", XDPBOND_HASH_ENCAP3_4}, named_policy{"vlan+srcmac", XDPBOND_HASH_VLAN_SRCMAC},
};

} // namespace xdpbond::test
