// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What `check` found, as text and JSON. Pure.

#include <xdpbond/control/check.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace xdpbond::loader {

std::string check_text(const control::check_report& report);
nlohmann::ordered_json check_json(const control::check_report& report);

// What `up` would refuse these ports for; the first one.
std::optional<control::error> first_refusal(const control::check_report& report);

} // namespace xdpbond::loader
