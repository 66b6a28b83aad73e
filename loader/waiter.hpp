// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The process that undoes a change unless it is confirmed in time.

#include "session.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace xdpbond::loader {

// The command that this process is started as; nobody types it, and no help lists it.
inline constexpr const char* waiter_command = "undo-unless-confirmed";

// What context.start_waiter is to be, for changes made at this place.
std::function<result<void>(const std::string& bond, std::uint64_t token)> waiter_for(const control::context& where);

// --confirm SECONDS: where.confirm_within.
void add_confirm_option(CLI::App& command, control::context& where);

// Where the change that was just made waits for confirmation: until when, and the command that confirms it.
void print_deadline(const session& session, const std::string& bond);

} // namespace xdpbond::loader
