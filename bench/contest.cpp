// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "contest.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <pthread.h>
#include <time.h>

namespace xdpbond::bench {
namespace {

using control::error;
using control::exit_code;
using control::result;

double nanoseconds(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// A program that runs on another CPU for as long as this lives.
class companion {
public:
    companion(const pair_contest& contest, const run_settings& how, unsigned cpu)
        : thread_([this, &contest, how, cpu] {
              if (pin_to_cpu(cpu))
                  run_until_signal(contest.program, contest.packet, how);
              ended_ = true;
          }) {}
    companion(const companion&) = delete;
    companion& operator=(const companion&) = delete;
    ~companion() {
        // More than one: the first may come before the thread has got as far as the kernel.
        while (!ended_) {
            ::pthread_kill(thread_.native_handle(), companion_signal);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        thread_.join();
    }

    // Returns when it sends packets: when it has used more CPU time than it takes to get there. False: it never will.
    bool wait_until_busy() {
        while (!ended_ && cpu_time() < 5e6)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return !ended_;
    }

    // What it has used so far, in nanoseconds.
    double cpu_time() {
        clockid_t clock;
        return ::pthread_getcpuclockid(thread_.native_handle(), &clock) == 0 ? nanoseconds(clock) : 0;
    }

private:
    std::atomic<bool> ended_ = false;
    std::thread thread_; // last: it uses what is above
};

} // namespace

result<void> play_round(contest& contest, const run_settings& how) {
    const std::size_t count = contest.programs.size(), round = contest.ns.front().size();
    for (std::size_t turn = 0; turn < count; ++turn) {
        const std::size_t i = (round + turn) % count;
        const auto time = time_per_packet(contest.programs[i], contest.packet, how);
        if (!time)
            return time.failure();
        contest.ns[i].push_back(*time);
    }
    return {};
}

result<void> play_round(pair_contest& contest, const run_settings& how, unsigned other_cpu) {
    const auto one = time_per_packet(contest.program, contest.packet, how);
    if (!one)
        return one.failure();
    companion other(contest, how, other_cpu);
    if (!other.wait_until_busy())
        return error{exit_code::failed, fmt::format("{}: does not run on CPU {}", contest.program.name, other_cpu)};
    const double busy = other.cpu_time(), start = nanoseconds(CLOCK_MONOTONIC);
    const auto two = time_per_packet(contest.program, contest.packet, how);
    const double share = (other.cpu_time() - busy) / (nanoseconds(CLOCK_MONOTONIC) - start);
    if (!two)
        return two.failure();
    contest.one.push_back(*one);
    contest.two.push_back(*two);
    contest.together.push_back(share);
    return {};
}

} // namespace xdpbond::bench
