// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load generate: the BPF C of a program, as one would write it by hand.

#include "generated.hpp"
#include "output.hpp"
#include "words.hpp"

#include <xdpbond/control/options.hpp>

#include <CLI/CLI.hpp>

#include <memory>

namespace xdpbond::loader {
namespace {

struct generate_words {
    up_words up;
    std::string file;
};

result<void> run(const session& session, const generate_words& words) {
    const auto worded = read_request(words.up);
    if (!worded)
        return worded.failure();
    if (control::is_file(worded->request.program))
        return error{exit_code::usage,
                     "--program " + words.up.program + ": is compiled already; generate prints tx and forward"};
    if (const auto unwatched = control::check_unwatched(worded->changed); !unwatched)
        return unwatched.failure();
    const auto text = generated(worded->request, worded->changed);
    if (!text)
        return text.failure();
    if (!words.file.empty() && words.file != "-" && !session.where.dry_run)
        return write_file(words.file, *text);
    print(*text);
    return {};
}

} // namespace

void add_generate(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand("generate", "Print the BPF C that makes such a bond; needs no root");
    auto words = std::make_shared<generate_words>();
    command->add_option("NAME", words->up.name, "The bond's name in the source (default bond)")->type_name("");
    command->add_option("--slaves", words->up.slaves, "The slaves; the source has room for so many (default 64)")
        ->type_name("IF,IF...");
    add_up_options(*command, words->up);
    command->add_option("-o,--output", words->file, "Write to this file, whole or not at all")->type_name("FILE");
    command->callback([&session, words] { session.command = [&session, words] { return run(session, *words); }; });
}

} // namespace xdpbond::loader
