// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load down: takes a bond down and puts its interfaces back as they were.

#include "ask.hpp"
#include "output.hpp"
#include "session.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>

namespace xdpbond::loader {

void add_down(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand("down", "Take a bond down and put its interfaces back as they were");
    auto name = std::make_shared<std::string>();
    command->add_option("NAME", *name, "The bond's name")->type_name("")->required();
    command->callback([&session, name] {
        session.command = [&session, name]() -> result<void> {
            const auto steps = do_order(session, order_down(*name));
            if (!steps)
                return steps.failure();
            print_report(session, *steps);
            return {};
        };
    });
}

} // namespace xdpbond::loader
