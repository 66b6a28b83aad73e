// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What the daemon tells, as a sentence and as a JSON object.

#include <xdpbond/control/keeper.hpp>
#include <xdpbond/control/result.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace xdpbond::loader {

// This moment, as the events have it.
std::string time_now();

// "uplink: eth0 is down: carrier lost"
std::string event_sentence(const control::told_event& told);

// {"time": "2026-12-01T02:03:04.567890Z", "bond": …, "event": "down", "slave": "eth0", "cause": "carrier_lost",
// "text": the sentence}. Who is the bond and the slave, what the event, why the cause. `slave` is missing where it is
// the whole bond. Trouble is event "trouble", its sentence in "text"; "bond" is missing where it is about none.
nlohmann::ordered_json event_json(const control::told_event& told);

// The same for a change that was made or refused: event "changed" or "refused", cause "command" or "configuration".
nlohmann::ordered_json change_json(const std::string& bond, const std::string& what, const std::string& cause,
                                   const control::result<control::report>& done);
std::string change_sentence(const std::string& bond, const std::string& what, const std::string& cause,
                            const control::result<control::report>& done);

} // namespace xdpbond::loader
