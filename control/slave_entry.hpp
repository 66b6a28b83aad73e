// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A slave's entry in its bond's configuration: found, added, drained and taken out.

#include "live_bond.hpp"

#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::control {

// Whether an interrupted command left it half in the bond.
constexpr bool is_unfinished(const xdpbond_config_slave& slave) {
    return slave.flags & (XDPBOND_SLAVE_JOINING | XDPBOND_SLAVE_LEAVING);
}

// The bond's slaves without those that are only half in it: what a table is made of.
xdpbond_config without_unfinished(const xdpbond_config& config);

// Where a slave stands in the enslave order, by the name that it joined with or any that its interface has now.
// Not a slave: no_such.
result<std::uint32_t> find_slave(const place& here, const xdpbond_config& config, const std::string& name);

// Ends the wishes of `config` for a slave by that name, one sentence for each.
void forget_wishes(xdpbond_config& config, const std::string& slave, report& done);

// Takes an entry out; those after it move up.
void erase_slave(xdpbond_config& config, std::uint32_t index);

// Takes an unpublished slave out of a bond: its program detached, the port put back as it was, its entry erased. An
// error leaves the entry, so that the next command goes on.
result<void> let_go(const place& here, live_bond& bond, std::uint32_t index, report& done, bool dry_run);

} // namespace xdpbond::control
