// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The sender: live test runs, a batch of 64 frames at a time, so that no veth ring (256 frames) ever overflows.

#include "traffic.hpp"
#include "traffic_send.skel.h"

#include <net/if.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

namespace {

constexpr std::uint32_t batch = 64;
constexpr std::uint64_t chunk = std::uint64_t{512} * batch; // frames of one test run: what a signal waits for

volatile std::sig_atomic_t stop = 0;

void on_signal(int) {
    stop = 1;
}

// Runs the program once a frame; frames that it sent may be fewer when a signal came.
bool run(int program, std::uint32_t ifindex, std::uint64_t frames) {
    char data[TRAFFIC_SIZE] = {};
    xdp_md context{};
    context.data_end = sizeof data;
    context.ingress_ifindex = ifindex;
    LIBBPF_OPTS(bpf_test_run_opts, options);
    options.data_in = data;
    options.data_size_in = sizeof data;
    options.ctx_in = &context;
    options.ctx_size_in = sizeof context;
    options.repeat = static_cast<int>(frames);
    options.flags = BPF_F_TEST_XDP_LIVE_FRAMES;
    options.batch_size = static_cast<std::uint32_t>(std::min<std::uint64_t>(batch, frames));
    return bpf_prog_test_run_opts(program, &options) == 0 || errno == EINTR;
}

} // namespace

int traffic::send(const request& request) {
    const std::uint32_t ifindex = if_nametoindex(request.ports[0].c_str());
    if (!ifindex)
        return fail(request.ports[0]);
    traffic_send* program = traffic_send__open();
    if (!program)
        return fail("open");
    program->rodata->frames = static_cast<std::uint32_t>(request.patterns.size());
    if (traffic_send__load(program) || !write_patterns(bpf_map__fd(program->maps.patterns), request.patterns))
        return fail("load");
    program->bss->number = request.first;
    program->bss->turn = static_cast<std::uint32_t>(request.first % request.patterns.size());
    std::signal(SIGTERM, on_signal);
    std::signal(SIGINT, on_signal);

    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    const std::uint64_t piece = request.rate ? std::clamp<std::uint64_t>(request.rate / 100, 1, chunk) : chunk;
    auto sent = [&]() -> std::uint64_t { return program->bss->number - request.first; };
    while (!stop && sent() < request.count) {
        if (!run(bpf_program__fd(program->progs.traffic_send), ifindex, std::min(piece, request.count - sent())))
            return fail("test run");
        if (request.rate)
            std::this_thread::sleep_until(start + std::chrono::duration<double>(double(sent()) / double(request.rate)));
    }
    const double seconds = std::chrono::duration<double>(clock::now() - start).count();
    std::printf("{\"sent\": %llu, \"seconds\": %.6f}\n", static_cast<unsigned long long>(sent()), seconds);
    traffic_send__destroy(program);
    return 0;
}
