// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// <bond>_config: what outlives every process.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <span>
#include <string>
#include <string_view>

namespace xdpbond::control {

// Reads it from the map's descriptor. Another ABI version: unsupported; `bond` names it in messages.
result<xdpbond_config> read_config(int map, std::string_view bond);

// Writes it whole. Readers see the old or the new one, or a mixture while the call lasts.
result<void> write_config(int map, const xdpbond_config& config);

// The settings that a configuration remembers, and the other way round.
bond_settings settings_of(const xdpbond_config& config);
void set_settings(xdpbond_config& config, const bond_settings& settings);

// A fixed-size field as text, and text into a fixed-size field (cut where it does not fit; always ended by a NUL).
std::string name_of(std::span<const char> field);
void set_name(std::span<char> field, std::string_view text);

} // namespace xdpbond::control
