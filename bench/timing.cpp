// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "timing.hpp"

#include <bpf/bpf.h>
#include <fmt/format.h>
#include <linux/bpf.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

#include <sched.h>
#include <time.h>

namespace xdpbond::bench {
namespace {

using control::error;
using control::exit_code;
using control::result;

double cpu_time() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

struct outcome {
    std::uint32_t verdict; // of the last packet
    double ns;             // CPU time of the whole call
};

result<outcome> test_run(const subject& program, const frame& packet, std::uint32_t ingress, std::uint32_t repeats) {
    std::array<std::uint8_t, 2048> sink;
    xdp_md context{};
    context.data_end = static_cast<std::uint32_t>(packet.bytes.size());
    context.ingress_ifindex = ingress;

    bpf_test_run_opts options{};
    options.sz = sizeof options;
    options.data_in = packet.bytes.data();
    options.data_size_in = static_cast<std::uint32_t>(packet.bytes.size());
    options.data_out = sink.data();
    options.data_size_out = sink.size();
    options.ctx_in = &context;
    options.ctx_size_in = sizeof context;
    options.repeat = static_cast<int>(repeats);

    const double start = cpu_time();
    const int failed = ::bpf_prog_test_run_opts(program.program, &options);
    const double end = cpu_time();
    if (failed < 0)
        return error{exit_code::failed, fmt::format("{}: test run: {}", program.name, std::strerror(errno))};
    return outcome{options.retval, end - start};
}

// CPU time of one whole test run, in nanoseconds.
result<double> timed_run(const subject& program, const frame& packet, std::uint32_t ingress, std::uint32_t repeats) {
    const auto run = test_run(program, packet, ingress, repeats);
    if (!run)
        return run.failure();
    if (run->verdict != program.verdict && !(program.sends_back && run->verdict == XDP_TX))
        return error{exit_code::failed, fmt::format("{}: frame {} got verdict {}, not {}: not what should be timed",
                                                    program.name, packet.name, run->verdict, program.verdict)};
    return run->ns;
}

} // namespace

result<void> pin_to_cpu(unsigned cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (::sched_setaffinity(0, sizeof set, &set) < 0)
        return error{exit_code::failed, fmt::format("cannot run on CPU {}: {}", cpu, std::strerror(errno))};
    return {};
}

result<double> time_per_packet(const subject& program, const frame& packet, const run_settings& how) {
    // More than one repeat makes the kernel patch in a direct call of the program, for some 100 us: two repeats cost
    // what any number does, but for the packets.
    const auto call = timed_run(program, packet, how.ingress, 2);
    if (!call)
        return call;
    const auto all = timed_run(program, packet, how.ingress, how.repeats);
    if (!all)
        return all;
    return (*all - *call) / (how.repeats - 2);
}

result<double> time_per_live_packet(const subject& program, const frame& packet, const run_settings& how) {
    xdp_md context{};
    context.data_end = static_cast<std::uint32_t>(packet.bytes.size());
    context.ingress_ifindex = how.ingress;
    bpf_test_run_opts options{};
    options.sz = sizeof options;
    options.data_in = packet.bytes.data();
    options.data_size_in = static_cast<std::uint32_t>(packet.bytes.size());
    options.ctx_in = &context;
    options.ctx_size_in = sizeof context;
    options.repeat = static_cast<int>(how.repeats);
    options.flags = BPF_F_TEST_XDP_LIVE_FRAMES;
    options.batch_size = 64;
    if (::bpf_prog_test_run_opts(program.program, &options) < 0)
        return error{exit_code::failed, fmt::format("{}: live test run: {}", program.name, std::strerror(errno))};
    return options.duration;
}

result<std::uint32_t> verdict_of(const subject& program, const frame& packet, std::uint32_t ingress) {
    const auto run = test_run(program, packet, ingress, 1);
    if (!run)
        return run.failure();
    return run->verdict;
}

void run_until_signal(const subject& program, const frame& packet, const run_settings& how) {
    // A handler, so that the call ends with EINTR; no SA_RESTART.
    struct sigaction action {};
    action.sa_handler = [](int) {};
    ::sigaction(companion_signal, &action, nullptr);
    (void)test_run(program, packet, how.ingress, std::numeric_limits<std::int32_t>::max());
}

} // namespace xdpbond::bench
