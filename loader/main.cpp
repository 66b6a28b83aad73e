// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load: words → a command → an exit code and, on failure, one line on stderr.

#include "hints.hpp"
#include "session.hpp"

#include <xdpbond/bpf/abi.h>
#include <xdpbond/version.hpp>

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

using namespace xdpbond::loader;

// One line, whatever a library put into it.
std::string one_line(std::string text) {
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    for (char& c : text)
        if (c == '\n' || c == '\r')
            c = ' ';
    return text;
}

int fail(const error& failure, const session& session) {
    std::fflush(stdout);
    std::fprintf(stderr, "xdpbond-load: %s\n", one_line(repeatable(failure.message, session.where)).c_str());
    if (session.verbose && !failure.detail.empty())
        std::fprintf(stderr, "%s%s", failure.detail.c_str(), failure.detail.back() == '\n' ? "" : "\n");
    return static_cast<int>(failure.code);
}

void add_common(CLI::App& parser, session& session) {
    parser.add_option("--netns", session.where.netns, "Work in this network namespace (a name as in `ip netns`)")
        ->type_name("NAME");
    parser.add_option("--pin-dir", session.where.pin_dir, "The bpffs folder below which bonds are kept")
        ->type_name("DIR")
        ->default_str("/sys/fs/bpf");
    parser.add_flag("--dry-run", session.where.dry_run, "Say what would be done and do nothing");
    parser.add_flag("-v,--verbose", session.verbose, "Say every step; on failure also the kernel's own log");
    parser.set_version_flag("--version",
                            "xdpbond-load " XDPBOND_VERSION "\nABI version " + std::to_string(XDPBOND_ABI_VERSION));
}

// A forgotten value must not swallow the option after it: `--slaves --netns blue`.
void refuse_options_as_values(CLI::App& parser) {
    for (auto* option : parser.get_options([](const CLI::Option* each) { return each->nonpositional(); }))
        if (option->get_items_expected_max() > 0)
            option->check([](const std::string& value) {
                return value.size() > 1 && value.front() == '-' ? "its value is missing before " + value : "";
            });
    for (auto* command : parser.get_subcommands([](const CLI::App*) { return true; }))
        refuse_options_as_values(*command);
}

// The words were wrong, or asked for help or the version.
int end_of_parsing(const CLI::App& parser, const CLI::ParseError& parsing, const session& session) {
    if (parsing.get_exit_code() == 0)
        return parser.exit(parsing);
    const auto commands = parser.get_subcommands();
    std::string command;
    for (auto inner = commands; !inner.empty(); inner = inner.front()->get_subcommands())
        command += " " + inner.front()->get_name();
    const auto unknown = parser.remaining();
    const std::string what = commands.empty() && !unknown.empty() ? "no command or option is called " + unknown.front()
                                                                  : std::string(parsing.what());
    return fail({exit_code::usage, what + "; see `xdpbond-load" + command + " --help`"}, session);
}

int run(int argc, char** argv) {
    CLI::App parser{"Link aggregation inside XDP programs: the kernel's bonding modes, without a bond device.",
                    "xdpbond-load"};
    session session;
    parser.fallthrough();
    parser.require_subcommand(1);
    parser.footer("With every command: --netns NAME, --pin-dir DIR, --dry-run, -v, --version; see man xdpbond-load.");
    add_common(parser, session);
    add_up(parser, session);
    add_down(parser, session);
    add_set(parser, session);
    add_slave(parser, session);
    add_confirm(parser, session);
    add_waiter(parser, session);
    add_clean(parser, session);
    add_run(parser, session);
    add_status(parser, session);
    add_stats(parser, session);
    add_check(parser, session);
    add_trace(parser, session);
    add_generate(parser, session);
    add_explain(parser, session);
    refuse_options_as_values(parser);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& parsing) {
        return end_of_parsing(parser, parsing, session);
    }
    if (const auto done = session.command(); !done)
        return fail(done.failure(), session);
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
        return fail({exit_code::failed, std::string("standard output: ") + std::strerror(errno)}, session);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& surprise) {
        return fail({exit_code::failed, surprise.what()}, {});
    }
}
