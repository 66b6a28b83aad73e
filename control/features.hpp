// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The offloads of an interface that matter to XDP, as `ethtool -k` shows them and `ethtool -K` sets them.

#include <xdpbond/control/result.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace xdpbond::control {

enum class feature {
    gro,
    lro,
    rxvlan,
    rxvlan_stag,
    txvlan,
    txvlan_stag,
    checksum_generic,
    checksum_ipv4,
    checksum_ipv6
};
constexpr std::size_t feature_count = 9;

struct feature_state {
    bool on = false;
    bool can_change = false;
};

// Of one interface; all off where the driver does not say.
class feature_table {
public:
    feature_state& operator[](feature which) { return states_[static_cast<std::size_t>(which)]; }
    const feature_state& operator[](feature which) const { return states_[static_cast<std::size_t>(which)]; }

private:
    std::array<feature_state, feature_count> states_{};
};

// The kernel's name of a feature: "rx-gro".
std::string_view feature_name(feature which);

// Of an interface of the calling thread's network namespace.
result<feature_table> read_features(const std::string& name);

// Switches one and reads it back. The driver does not let it be switched: unsupported.
result<void> set_feature(const std::string& name, feature which, bool on);

} // namespace xdpbond::control
