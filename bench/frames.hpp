// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The frames that are sent: one of each kind that takes another way through the hashes.

#include <cstdint>
#include <string_view>
#include <vector>

namespace xdpbond::bench {

struct frame {
    std::string_view name;
    std::vector<std::uint8_t> bytes; // without FCS
};

enum class frame_kind { ipv4_udp, ipv4_tcp, ipv6_tcp, vlan_ipv4_udp, ipip_udp };

// A data frame of 64 bytes, or as short as its headers allow. Checksums are zero: nothing here looks at them.
frame make_frame(frame_kind kind);

} // namespace xdpbond::bench
