// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "waiter.hpp"

#include "output.hpp"

#include <xdpbond/control/operations.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <vector>

namespace xdpbond::loader {
namespace {

// How a new process begins: a session of its own, every signal as usual, and nothing of this one's left: no terminal,
// no descriptor (a bond's lock is one) but `told` as 3, no folder that could be busy.
class fresh_start {
public:
    explicit fresh_start(int told) {
        sigset_t none, all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_init(&attributes);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &all);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, told, 3);
        for (const int standard : {0, 1, 2})
            ::posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
        ::posix_spawn_file_actions_addclosefrom_np(&actions, 4);
        ::posix_spawn_file_actions_addchdir_np(&actions, "/");
    }
    fresh_start(const fresh_start&) = delete;
    ~fresh_start() {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }

    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
};

// The process that it starts goes on in one of its own (add_waiter()), and ends.
bool spawn(std::vector<std::string> words, int told) {
    std::vector<char*> arguments;
    for (auto& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const fresh_start start(told);
    pid_t child;
    if (::posix_spawn(&child, "/proc/self/exe", &start.actions, &start.attributes, arguments.data(), environ))
        return false;
    int status;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return true;
}

// By a new program, not a mere fork: the daemon has threads, and whoever waits shall hold nothing of it.
result<void> start_waiter(const control::context& where, const std::string& bond, std::uint64_t token) {
    std::error_code failed;
    const auto pin_dir = std::filesystem::absolute(where.pin_dir, failed);
    std::vector<std::string> words{"xdpbond-load", "--pin-dir", pin_dir};
    if (!where.netns.empty())
        words.insert(words.end(), {"--netns", where.netns});
    words.insert(words.end(), {waiter_command, bond, std::to_string(token)});
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC))
        return error{exit_code::failed, std::string("pipe: ") + std::strerror(errno)};
    const bool spawned = spawn(std::move(words), ends[1]);
    ::close(ends[1]);
    char ready;
    const bool started = spawned && ::read(ends[0], &ready, 1) == 1;
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
