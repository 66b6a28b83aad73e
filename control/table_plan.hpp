// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// From the facts of this moment to the table that they call for.

#include "place.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/result.hpp>

#include <string>

namespace xdpbond::control {

// Plans the table of a bond from its slaves as they are now; those that are only half in it take no part.
result<xdpbond_half> plan_now(const place& here, const bond_pins& pins, const xdpbond_config& with_unfinished);

// Plans it and publishes it; returns a sentence about it.
result<std::string> publish_plan(const place& here, const bond_pins& pins, const xdpbond_config& config);

} // namespace xdpbond::control
