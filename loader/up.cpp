// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load up: builds a bond.

#include "ask.hpp"
#include "output.hpp"
#include "status_text.hpp"
#include "waiter.hpp"
#include "words.hpp"

#include <xdpbond/control/options.hpp>

#include <CLI/CLI.hpp>

#include <memory>

namespace xdpbond::loader {
namespace {

result<void> run(const session& session, const up_words& words) {
    const auto worded = read_request(words);
    if (!worded)
        return worded.failure();
    // What an object file was built for is not known yet.
    if (!control::is_file(worded->request.program))
        if (const auto valid = control::validate(worded->request, worded->changed); !valid)
            return valid;
    const auto steps = do_order(session, order_up(worded->request));
    if (!steps)
        return steps.failure();
    print_lines(session, worded->notes);
    print_report(session, *steps);
    if (session.where.dry_run)
        return {};
    const auto bond = control::inspect(session.where, words.name);
    if (!bond)
        return bond.failure();
    print(summary(*bond) + "\n");
    print_deadline(session, words.name);
    return {};
}

} // namespace

void add_up(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand("up", "Build a bond: slaves up, program attached, settings published");
    auto words = std::make_shared<up_words>();
    command->add_option("NAME", words->name, "The bond's name")->type_name("")->required();
    command->add_option("--slaves", words->slaves, "The slaves, in enslave order")->type_name("IF,IF...")->required();
    add_up_options(*command, *words);
    add_confirm_option(*command, session.where);
    command->callback([&session, words] { session.command = [&session, words] { return run(session, *words); }; });
}

} // namespace xdpbond::loader
