// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The address of a live bond changes, slave by slave.

#include "place.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/operations.hpp>

namespace xdpbond::control {

// Whether two configurations of a bond differ in it.
bool other_address(const xdpbond_config& a, const xdpbond_config& b);

// Gives the bond of `config` the address of `wanted`, and each of its slaves, which are in it wholly: all, or after an
// error none. `config` is what is stored, kept up to date on the way. A command that is killed is finished by
// finish_address().
result<void> change_address(const place& here, int config_map, xdpbond_config& config, const xdpbond_config& wanted,
                            report& done);

// Finishes the change that a command was killed at, where there is one: `config` is left without it. A slave that does
// not take the address is a warning then. In a dry run nothing is done.
result<void> finish_address(const place& here, int config_map, xdpbond_config& config, report& done, bool dry_run);

// The steps of change_address() as sentences.
void describe_address_change(const place& here, const xdpbond_config& config, const xdpbond_config& wanted,
                             report& steps);

} // namespace xdpbond::control
