// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "command.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace xdpbond::test {
namespace {

using file = std::unique_ptr<FILE, int (*)(FILE*)>;

file temporary() {
    file made(std::tmpfile(), std::fclose);
    if (!made)
        throw std::runtime_error("no temporary file");
    return made;
}

std::string content(FILE* from) {
    std::string text;
    char part[65536];
    std::rewind(from);
    while (const auto size = std::fread(part, 1, sizeof(part), from))
        text.append(part, size);
    return text;
}

} // namespace

outcome run(const words& arguments) {
    std::string program = XDPBOND_LOAD;
    std::vector<char*> argv{program.data()};
    auto copy = arguments;
    for (auto& word : copy)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    const auto out = temporary(), err = temporary();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(err.get()), STDERR_FILENO);
    pid_t child = 0;
    const int failed = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        throw std::runtime_error("cannot start " + program);
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(out.get()), content(err.get())};
}

nlohmann::json explain(words arguments) {
    arguments.insert(arguments.begin(), "explain");
    arguments.push_back("--json");
    const auto done = run(arguments);
    if (done.code != 0)
        throw std::runtime_error("explain: exit code " + std::to_string(done.code) + ": " + done.err);
    return nlohmann::json::parse(done.out);
}

} // namespace xdpbond::test
