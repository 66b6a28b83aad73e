// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Which half of a table may be written, the writing, and the flip that publishes it.

#include <xdpbond/bpf/abi.h>

#include <cstdint>

namespace xdpbond::control {

// The half that programs do not read: the one to write next, after wait_for_readers().
std::uint32_t idle_half(const xdpbond_table& table);

// Writes it, word by word in no order.
void write_half(xdpbond_table& table, std::uint32_t half, const xdpbond_half& content);

// Makes `half` the one that programs read. Everything written to it before is seen by who sees the flip.
void publish_half(xdpbond_table& table, std::uint32_t half);

} // namespace xdpbond::control
