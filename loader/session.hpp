// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What every command shares, and the list of commands.

#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <functional>

namespace CLI {
class App;
}

namespace xdpbond::loader {

using control::error;
using control::exit_code;
using control::result;

struct session {
    control::context where;
    bool verbose = false;
    std::function<result<void>()> command; // what the words asked for; run once they are all read
};

// Each adds one command to the parser; its words end up in a value that session.command runs on.
void add_up(CLI::App& parser, session& session);
void add_down(CLI::App& parser, session& session);
void add_set(CLI::App& parser, session& session);
void add_slave(CLI::App& parser, session& session);
void add_confirm(CLI::App& parser, session& session);
void add_waiter(CLI::App& parser, session& session);
void add_clean(CLI::App& parser, session& session);
void add_status(CLI::App& parser, session& session);
void add_stats(CLI::App& parser, session& session);
void add_check(CLI::App& parser, session& session);
void add_trace(CLI::App& parser, session& session);
void add_run(CLI::App& parser, session& session);
void add_generate(CLI::App& parser, session& session);
void add_explain(CLI::App& parser, session& session);

} // namespace xdpbond::loader
