// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The options about the slaves' MAC addresses: fail_over_mac, the kernel's, and address, ours (the kernel's bond has it
// as `ip link set BOND address`). Pure.

#include <xdpbond/control/request.hpp>

#include <optional>
#include <string_view>

namespace xdpbond::control {

// Sets one of them, as assign() does; nullopt: the option is another one.
std::optional<result<std::string>> assign_address(bond_settings& settings, std::string_view option,
                                                  std::string_view value);

// Their values, as assign() would take them.
assignments describe_addresses(const bond_settings& settings);

// Whether they make sense together.
result<void> validate_addresses(const bond_settings& settings);

} // namespace xdpbond::control
