// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load confirm: keeps a change that was made with --confirm, or undoes it at once.

#include "ask.hpp"
#include "output.hpp"
#include "session.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>

namespace xdpbond::loader {
namespace {

struct confirm_words {
    std::string name;
    bool revert = false;
};

result<void> run(const session& session, const confirm_words& words) {
    const auto steps = do_order(session, order_confirm(words.name, words.revert));
    if (!steps)
        return steps.failure();
    print_report(session, *steps);
    return {};
}

} // namespace

void add_confirm(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand("confirm", "Keep a change that was made with --confirm SECONDS");
    auto words = std::make_shared<confirm_words>();
    command->add_option("NAME", words->name, "The bond's name")->type_name("")->required();
    command->add_flag("--revert", words->revert, "Undo it now instead");
    command->callback([&session, words] { session.command = [&session, words] { return run(session, *words); }; });
}

} // namespace xdpbond::loader
