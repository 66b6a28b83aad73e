// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Whether a port may be taken into a bond.

#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/result.hpp>

#include <filesystem>
#include <string_view>

namespace xdpbond::control {

// Pure: refuses (busy) a port that has an address, carries the default route or has a master, unless forced, so that
// nobody cuts himself off.
result<void> check_not_in_use(const link_facts& port, bool force);

// Refuses (busy) a port with an XDP program; names the bond of this network namespace it belongs to, or the program.
// Leftovers of bond `mine` do not count.
result<void> check_no_program(const link_facts& port, const std::filesystem::path& netns_folder, std::string_view mine);

} // namespace xdpbond::control
