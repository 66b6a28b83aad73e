// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Options by name: the kernel's names and values (bonding.rst) and xdpbond's own; the validator that creation and
// every later change go through.

#include <xdpbond/control/monitor_options.hpp>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <span>
#include <string>
#include <string_view>

namespace xdpbond::control {

// Names of modes, policies and so on, as the kernel prints them: "balance-xor", "layer3+4".
std::string_view mode_name(unsigned mode);
std::string_view hash_name(unsigned policy);
std::string_view reselect_name(reselect how);
std::string_view fail_over_mac_name(unsigned policy);

// Sets one option. A name or number is taken where the kernel takes both ("balance-xor" or "2"). The result is what an
// operator should know about it, one sentence, or "".
// Unknown option or value: usage. An option of the kernel that this release lacks: unsupported.
result<std::string> assign(bond_settings& settings, std::string_view option, std::string_view value);

// Sets several, miimon first, as delays are counted in polls. The report has what an operator should know.
result<report> assign(bond_settings& settings, assignments pairs);

// Success where none of these options needs a process that watches the slaves; else unsupported.
result<void> check_unwatched(std::span<const std::string> changed);

// How the slaves are watched, with these settings.
monitor_options options_of(const bond_settings& settings);

// Every option that can be set, with its value as text: what assign() would take to make the same settings.
assignments describe(const bond_settings& settings);

// Whether the settings make sense together and with these slaves: the same check for creation and for every change.
// `changed` names the options that were given explicitly (so that "packets_per_slave in balance-xor" is refused when
// asked for, and a default is not).
result<void> validate(const bond_settings& settings, std::span<const std::string> slaves,
                      std::span<const std::string> changed);

// Whether a whole `up` makes sense: names, duplicates, count, program, peer, and validate() above.
result<void> validate(const up_request& request, std::span<const std::string> changed);

} // namespace xdpbond::control
