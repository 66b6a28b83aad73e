// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Makes a loaded bond ready to send.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <span>
#include <string_view>

struct bpf_object;

namespace xdpbond::bench {

// Publishes these interfaces as the slaves of a bond, all usable, in this order. Every place is marked
// XDPBOND_PORT_REDIRECT: a frame then leaves by a redirect through the device map whichever slave it came from, and its
// cost is comparable with that of a bare redirect.
control::result<void> publish(bpf_object& object, std::string_view bond, const xdpbond_options& options,
                              std::span<const std::uint32_t> ifindexes);

} // namespace xdpbond::bench
