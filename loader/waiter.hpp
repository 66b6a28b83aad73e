// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The process that undoes a change unless it is confirmed in time.

#include "session.hpp"

#include <CLI/CLI.hpp>

namespace xdpbond::loader {

// --confirm SECONDS, which sets up `where` so that the change starts that process.
void add_confirm_option(CLI::App& command, control::context& where);

// Where the change that was just made waits for confirmation: until when, and the command that confirms it.
void print_deadline(const session& session, const std::string& bond);

} // namespace xdpbond::loader
