// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "waiter.hpp"

#include "output.hpp"

#include <xdpbond/control/operations.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>

namespace xdpbond::loader {
namespace {

// Nothing of the caller is left: no terminal, no descriptor (the bond's lock is one), no folder that could be busy.
void leave_everything(int keep) {
    const int null = ::open("/dev/null", O_RDWR);
    for (int standard : {0, 1, 2})
        ::dup2(null, standard);
    ::dup2(keep, 3);
    ::close_range(4, ~0u, 0);
    static_cast<void>(::chdir("/"));
    for (int number : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE})
        std::signal(number, SIG_IGN);
}

// Never returns. Descriptor 3 is told when this process is on the record.
[[noreturn]] void wait_and_undo(const control::context& where, const std::string& bond, std::uint64_t token) {
    ::openlog("xdpbond-load", LOG_PID, LOG_DAEMON);
    if (!control::enlist_for_undo(where, bond, token))
        ::_exit(1);
    static_cast<void>(::write(3, "", 1));
    ::close(3);
    const auto undone = control::undo_unless_confirmed(where, bond, token);
    if (!undone)
        ::syslog(LOG_ERR, "%s: not confirmed, and cannot be undone: %s", bond.c_str(),
                 undone.failure().message.c_str());
    else if (!undone->empty())
        ::syslog(LOG_WARNING, "%s: the last change was not confirmed and is undone", bond.c_str());
    ::_exit(undone ? 0 : 1);
}

// Twice forked and in a session of its own: neither the end of the caller's session nor of its process group reaches
// it.
result<void> start_waiter(control::context where, const std::string& bond, std::uint64_t token) {
    std::error_code failed;
    where.pin_dir = std::filesystem::absolute(where.pin_dir, failed);
    where.confirm_within = 0;
    where.start_waiter = nullptr;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC))
        return error{exit_code::failed, std::string("pipe: ") + std::strerror(errno)};
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setsid() < 0 || ::fork() != 0)
            ::_exit(0);
        leave_everything(ends[1]);
        wait_and_undo(where, bond, token);
    }
    ::close(ends[1]);
    int status;
    while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    char ready;
    const bool started = child > 0 && ::read(ends[0], &ready, 1) == 1;
    ::close(ends[0]);
    if (!started)
        return error{exit_code::failed,
                     bond + ": the process that would undo the change does not start; nothing is changed"};
    return {};
}

} // namespace

std::function<result<void>(const std::string& bond, std::uint64_t token)> waiter_for(const control::context& where) {
    return [where](const std::string& bond, std::uint64_t token) { return start_waiter(where, bond, token); };
}

void add_confirm_option(CLI::App& command, control::context& where) {
    command
        .add_option_function<unsigned>(
            "--confirm", [&where](unsigned seconds) { where.confirm_within = seconds; },
            "Undo this again unless `xdpbond-load confirm NAME` comes within so many seconds")
        ->type_name("SECONDS")
        ->check(CLI::Range(1u, 86400u));
}

void print_deadline(const session& session, const std::string& bond) {
    if (!session.where.confirm_within || session.where.dry_run)
        return;
    const auto state = control::inspect(session.where, bond);
    if (!state || !state->pending)
        return;
    // The kernel counts the time since boot; the clock on the wall is for the reader.
    const std::time_t then = std::time(nullptr) + state->pending->seconds;
    char clock[16];
    std::strftime(clock, sizeof(clock), "%H:%M:%S", std::localtime(&then));
    const std::string line = bond + ": undone at " + clock + ", in " + std::to_string(state->pending->seconds) +
                             " s, unless `xdpbond-load confirm " + bond + "` keeps it";
    print_lines(session, std::span(&line, 1));
}

} // namespace xdpbond::loader
