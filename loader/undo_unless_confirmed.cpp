// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load undo-unless-confirmed: the process that a change made with --confirm starts.

#include "session.hpp"
#include "waiter.hpp"

#include <xdpbond/control/operations.hpp>

#include <CLI/CLI.hpp>

#include <syslog.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

namespace xdpbond::loader {
namespace {

constexpr int told = 3; // the descriptor of who waits for this process to be on the record

struct waiter_words {
    std::string bond;
    std::uint64_t token = 0;
};

// In a process of its own whose parent is gone: neither the end of the caller's session nor of its process group
// reaches it, and nobody has to wait for it.
result<void> run(const control::context& where, const waiter_words& words) {
    const pid_t child = ::fork();
    if (child < 0)
        return error{exit_code::failed, std::string("fork: ") + std::strerror(errno)};
    if (child > 0)
        ::_exit(0);
    for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE})
        std::signal(number, SIG_IGN);
    ::openlog("xdpbond-load", LOG_PID, LOG_DAEMON);
    if (auto enlisted = control::enlist_for_undo(where, words.bond, words.token); !enlisted)
        return enlisted;
    static_cast<void>(::write(told, "", 1));
    ::close(told);
    const auto undone = control::undo_unless_confirmed(where, words.bond, words.token);
    if (!undone)
        ::syslog(LOG_ERR, "%s: not confirmed, and cannot be undone: %s", words.bond.c_str(),
                 undone.failure().message.c_str());
    else if (!undone->empty())
        ::syslog(LOG_WARNING, "%s: the last change was not confirmed and is undone", words.bond.c_str());
    if (!undone)
        return undone.failure();
    return {};
}

} // namespace

void add_waiter(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand(waiter_command)->group("");
    auto words = std::make_shared<waiter_words>();
    command->add_option("NAME", words->bond)->required();
    command->add_option("TOKEN", words->token)->required();
    command->callback(
        [&session, words] { session.command = [&session, words] { return run(session.where, *words); }; });
}

} // namespace xdpbond::loader
