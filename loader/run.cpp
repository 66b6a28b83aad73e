// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load run: the daemon, in the foreground.

#include "daemon/start.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace xdpbond::loader {

void add_run(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand(
        "run", "Watch the bonds: link monitor, choice of the active slave, ports that come back; in the foreground");
    auto words = std::make_shared<daemon_words>();
    command
        ->add_option("--config", words->config,
                     "Make and keep the bonds of this file (man xdpbond.toml); read again on SIGHUP")
        ->type_name("FILE");
    command->add_flag("--events", words->events, "Print events as JSON, one object a line");
    command->callback(
        [&session, words] { session.command = [&session, words] { return run_daemon(session, *words); }; });
}

} // namespace xdpbond::loader
