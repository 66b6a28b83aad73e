// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load check: what ports can do, and what would be wrong with them in a bond.

#include "check_text.hpp"
#include "hints.hpp"
#include "output.hpp"
#include "session.hpp"
#include "status_json.hpp"

#include <xdpbond/control/check.hpp>

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace xdpbond::loader {

void add_check(CLI::App& parser, session& session) {
    struct check_words {
        std::vector<std::string> names;
        bool json = false;
    };
    auto* command =
        parser.add_subcommand("check", "Tell what ports can do, and what would be wrong with them in a bond");
    auto words = std::make_shared<check_words>();
    command->add_option("IF", words->names, "The ports; several are also looked at together")
        ->type_name("")
        ->required();
    command->add_flag("--json", words->json, "JSON");
    command->callback([&session, words] {
        session.command = [&session, words]() -> result<void> {
            const auto report = control::check(session.where, words->names);
            if (!report)
                return report.failure();
            print(words->json ? json_line(repeatable_json(check_json(*report), session.where))
                              : repeatable(check_text(*report), session.where));
            if (const auto refused = first_refusal(*report))
                return *refused;
            return {};
        };
    });
}

} // namespace xdpbond::loader
