// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Undoing a bond, whole or half-made.

#include "slave_address.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/links.hpp>
#include <xdpbond/control/operations.hpp>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

// Takes a bond apart, however far `up` or an earlier `down` got: unpublishes, detaches, sets slaves down that were down
// before, removes every pin and the folder. Hold its lock. After an error the next call goes on.
result<report> dismantle(const bond_pins& pins, const links& net);

// The same steps as sentences, nothing done.
result<report> describe_dismantling(const bond_pins& pins, const links& net);

// Detaches every pinned link, removes every pin and the folder; touches no interface else.
result<void> remove_pins(const bond_pins& pins);

// Detaches the program from one port of `config` and puts the port back as it was. `save` stores the configuration
// where something has to be remembered for the moment. Success also where that is done already.
result<void> release(const bond_pins& pins, const xdpbond_config& config, xdpbond_config_slave& port, const links& net,
                     const save_config& save, report& done, bool dry_run);

} // namespace xdpbond::control
