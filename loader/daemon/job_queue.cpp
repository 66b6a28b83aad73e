// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "job_queue.hpp"

#include <asio/post.hpp>

#include <exception>
#include <utility>

namespace xdpbond::loader {

using control::error;
using control::exit_code;

namespace {

job::answer ended(const std::string& bond) {
    return error{exit_code::failed, bond + ": the daemon was told to stop; nothing is changed"};
}

} // namespace

job_queue::job_queue(asio::io_context& loop, control::keeper& keeper, told tell)
    : loop_(loop), keeper_(keeper), tell_(std::move(tell)) {}

job_queue::~job_queue() {
    worker_.join();
}

void job_queue::add(job added) {
    if (closed_) {
        if (added.done)
            added.done(ended(added.bond));
        return;
    }
    waiting_.push_back(std::move(added));
    begin_next();
}

void job_queue::close() {
    closed_ = true;
    for (auto& each : std::exchange(waiting_, {}))
        if (each.done)
            each.done(ended(each.bond));
}

void job_queue::begin_next() {
    if (running_ || waiting_.empty())
        return;
    running_ = std::move(waiting_.front());
    waiting_.pop_front();
    const control::context where = keeper_.begin(running_->bond);
    asio::post(worker_, [this, where, &work = running_->work, guard = asio::make_work_guard(loop_)] {
        job::answer answer = error{exit_code::failed, ""};
        try {
            answer = work(where);
        } catch (const std::exception& surprise) {
            answer = error{exit_code::failed, surprise.what()};
        }
        asio::post(loop_, [this, answer = std::move(answer)]() mutable { end(std::move(answer)); });
    });
}

void job_queue::end(job::answer answer) {
    const job finished = *std::exchange(running_, std::nullopt);
    auto events = keeper_.end(finished.bond, answer ? finished.set : std::vector<std::string>{},
                              std::chrono::steady_clock::now());
    tell_(finished, answer, std::move(events));
    if (finished.done)
        finished.done(answer);
    begin_next();
}

} // namespace xdpbond::loader
