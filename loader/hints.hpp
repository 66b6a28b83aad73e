// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Commands that sentences name as the next step: to be typed as they are printed. Pure.

#include <xdpbond/control/request.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace xdpbond::loader {

// " --netns blue --pin-dir /run/bpf": what a command has to be given to work in the same place; "" where nothing.
std::string place_words(const control::context& where);

// The library names commands without a place, as "`xdpbond-load status uplink`", "`ip link`" or "`ethtool …`": each of
// them with the place in it.
std::string repeatable(std::string_view text, const control::context& where);

// The same for every string of a JSON value.
nlohmann::ordered_json repeatable_json(nlohmann::ordered_json value, const control::context& where);

} // namespace xdpbond::loader
