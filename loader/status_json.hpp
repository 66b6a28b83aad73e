// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A bond's state as JSON, with the field names of `ip -d -j link`. Pure.

#include <xdpbond/control/state.hpp>

#include <nlohmann/json.hpp>

namespace xdpbond::loader {

// An object as `ip` prints for a bond, its slaves in "slaves" as `ip` prints them; what is xdpbond's own is in
// "xdpbond". Options that need a process have the value that describes what happens without one.
nlohmann::ordered_json status_json(const control::bond_state& bond);

// One line with its newline; bytes of names that are no UTF-8 become U+FFFD.
std::string json_line(const nlohmann::ordered_json& value);
// The same without the line's end.
std::string json_text(const nlohmann::ordered_json& value);

} // namespace xdpbond::loader
