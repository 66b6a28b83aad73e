// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Measurements that are compared: in each round every program of a contest runs once, close together.

#include "timing.hpp"

#include <xdpbond/control/result.hpp>

#include <vector>

namespace xdpbond::bench {

// Programs on one CPU.
struct contest {
    frame packet;
    std::vector<subject> programs;
    std::vector<std::vector<double>> ns{programs.size()}; // [program][round], nanoseconds per packet
};

// Adds one round. The order turns from round to round, so that no program is always the first or the last.
control::result<void> play_round(contest& contest, const run_settings& how);

// One program on this thread's CPU: alone, and while another CPU runs it too.
struct pair_contest {
    frame packet;
    subject program;
    std::vector<double> one{};      // [round], nanoseconds per packet
    std::vector<double> two{};      // [round], the same
    std::vector<double> together{}; // [round], for which part of that time the other CPU ran it; about 1 if undisturbed
};

// Adds one round. The calling thread is to stay on one CPU, not `other_cpu`.
control::result<void> play_round(pair_contest& contest, const run_settings& how, unsigned other_cpu);

} // namespace xdpbond::bench
