// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Operations on watched bonds, one after the other in a thread of their own, while the loop goes on watching the
// others.

#include <xdpbond/control/keeper.hpp>
#include <xdpbond/control/operations.hpp>

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/thread_pool.hpp>

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace xdpbond::loader {

struct job {
    using answer = control::result<control::report>;
    std::string bond;
    std::string what;  // "set", "slave add", …
    std::string cause; // who asked: "command", "configuration", "link", "start", "stop"
    std::function<answer(const control::context&)> work;
    std::vector<std::string> set{};            // options that it sets, whether or not they are that already
    std::function<void(const answer&)> done{}; // in the loop's thread
    std::string port{};                        // that it adds; "": it is about the bond as a whole
};

class job_queue {
public:
    // `told`: after each job, in the loop's thread, with what happened to its bond.
    using told = std::function<void(const job&, const job::answer&, std::vector<control::told_event>)>;
    job_queue(asio::io_context& loop, control::keeper& keeper, told tell);
    // Waits for the one that is under way.
    ~job_queue();

    void add(job added);
    // Takes no more, and forgets those that have not begun (their `done` hears an error).
    void close();
    bool idle() const { return !running_ && waiting_.empty(); }

private:
    void begin_next();
    void end(job::answer answer);

    asio::io_context& loop_;
    control::keeper& keeper_;
    told tell_;
    bool closed_ = false;
    std::optional<job> running_;
    std::deque<job> waiting_;
    asio::thread_pool worker_{1};
};

} // namespace xdpbond::loader
