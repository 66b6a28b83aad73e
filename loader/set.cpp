// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load set: changes options of a live bond.

#include "ask.hpp"
#include "output.hpp"
#include "waiter.hpp"
#include "words.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace xdpbond::loader {
namespace {

struct set_words {
    std::string name;
    std::vector<std::string> options;
};

result<void> run(const session& session, const set_words& words) {
    auto changes = read_assignments(words.options);
    if (!changes)
        return changes.failure();
    for (auto& [option, value] : *changes) {
        if (option != "program")
            continue;
        control::up_request worded;
        if (const auto read = read_program(value, "", worded); !read)
            return read.failure();
        value = worded.program + (worded.peer.empty() ? "" : ":" + worded.peer);
    }
    const auto steps = do_order(session, order_set(words.name, *changes));
    if (!steps)
        return steps.failure();
    print_report(session, *steps);
    print_deadline(session, words.name);
    return {};
}

} // namespace

void add_set(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand("set", "Change options of a bond while it carries traffic");
    auto words = std::make_shared<set_words>();
    command->add_option("NAME", words->name, "The bond's name")->type_name("")->required();
    command->add_option("OPTION=VALUE", words->options, "The kernel's option names and values, and xdpbond's own")
        ->type_name("")
        ->required();
    add_confirm_option(*command, session.where);
    command->callback([&session, words] { session.command = [&session, words] { return run(session, *words); }; });
}

} // namespace xdpbond::loader
