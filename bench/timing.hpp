// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// One measurement: a frame sent many times through a program by BPF_PROG_TEST_RUN.

#include "frames.hpp"

#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <string>

#include <signal.h>

namespace xdpbond::bench {

// A loaded program and what it must do with every frame here, so that no error path is timed by mistake.
struct subject {
    std::string name;
    int program = -1; // fd
    std::uint32_t verdict = 0;
    bool sends_back = false; // XDP_TX is right too
};

// How to run it. The ingress interface must have a native XDP program.
struct run_settings {
    std::uint32_t ingress = 0;      // ifindex the frames come from
    std::uint32_t repeats = 200000; // packets per call
};

// Keeps the calling thread on one CPU, counted from 0.
control::result<void> pin_to_cpu(unsigned cpu);

// Nanoseconds of CPU time per packet, what the call itself costs taken off. CPU time, and not the duration the kernel
// reports: that one is cut down to whole nanoseconds and goes on while the thread is preempted.
control::result<double> time_per_packet(const subject& program, const frame& packet, const run_settings& how);

// Nanoseconds per packet by the kernel's own clock, for packets that really leave: the program, its verdict and what
// the port at the far end does with them. That port must have a native XDP program.
control::result<double> time_per_live_packet(const subject& program, const frame& packet, const run_settings& how);

// What becomes of one frame.
control::result<std::uint32_t> verdict_of(const subject& program, const frame& packet, std::uint32_t ingress);

// Runs a program until the thread gets companion_signal.
constexpr int companion_signal = SIGUSR1;
void run_until_signal(const subject& program, const frame& packet, const run_settings& how);

} // namespace xdpbond::bench
