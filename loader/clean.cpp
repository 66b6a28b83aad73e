// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load clean: removes what interrupted commands and deleted network namespaces left.

#include "output.hpp"
#include "session.hpp"

#include <xdpbond/control/operations.hpp>

#include <CLI/CLI.hpp>

namespace xdpbond::loader {

void add_clean(CLI::App& parser, session& session) {
    auto* command =
        parser.add_subcommand("clean", "Remove what dead commands, devices and namespaces left; no live bond");
    command->callback([&session] {
        session.command = [&session]() -> result<void> {
            const auto steps = control::clean(session.where);
            if (!steps)
                return steps.failure();
            print_lines(session, *steps);
            return {};
        };
    });
}

} // namespace xdpbond::loader
