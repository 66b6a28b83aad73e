// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "contest.hpp"

#include <array>
#include <barrier>
#include <thread>

namespace xdpbond::bench {
namespace {

using control::result;

// What two pinned threads measure at the same time.
result<double> time_together(const pair_contest& contest, const run_settings& how, std::array<unsigned, 2> cpus) {
    std::barrier start(2);
    std::array<result<double>, 2> times{0.0, 0.0};
    std::array<std::thread, 2> threads;
    for (std::size_t i = 0; i < threads.size(); ++i)
        threads[i] = std::thread([&, i] {
            if (const auto pinned = pin_to_cpu(cpus[i]); !pinned) {
                start.arrive_and_drop();
                times[i] = pinned.failure();
                return;
            }
            times[i] = time_per_packet(contest.program, contest.packet, how, &start);
        });
    for (auto& thread : threads)
        thread.join();
    for (const auto& time : times)
        if (!time)
            return time;
    return (*times[0] + *times[1]) / 2;
}

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

result<void> play_round(pair_contest& contest, const run_settings& how, unsigned cpu, unsigned other_cpu) {
    const auto one = time_per_packet(contest.program, contest.packet, how);
    if (!one)
        return one.failure();
    const auto two = time_together(contest, how, {cpu, other_cpu});
    if (!two)
        return two.failure();
    contest.one.push_back(*one);
    contest.two.push_back(*two);
    return {};
}

} // namespace xdpbond::bench
