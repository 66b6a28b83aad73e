// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-traffic send|receive --netns NAME --frames FILE [--count N] [--first N] [--rate N] [--cpu N] PORT…
// FILE: patterns of TRAFFIC_PATTERN bytes, one after the other.

#include "traffic.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

namespace traffic {

int fail(const std::string& what) {
    std::fprintf(stderr, "traffic: %s: %s\n", what.c_str(), std::strerror(errno));
    return 1;
}

bool write_patterns(int map, const std::vector<traffic_pattern>& patterns) {
    for (std::uint32_t i = 0; i < patterns.size(); i++)
        if (bpf_map_update_elem(map, &i, &patterns[i], BPF_ANY))
            return false;
    return true;
}

} // namespace traffic

namespace {

bool read_patterns(const char* path, std::vector<traffic_pattern>& patterns) {
    std::ifstream file(path, std::ios::binary);
    traffic_pattern one;
    while (file.read(reinterpret_cast<char*>(&one), sizeof one))
        patterns.push_back(one);
    return file.eof() && file.gcount() == 0 && !patterns.empty() && patterns.size() <= TRAFFIC_FRAMES;
}

bool enter(const std::string& netns) {
    const int fd = open(("/run/netns/" + netns).c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool entered = setns(fd, CLONE_NEWNET) == 0;
    close(fd);
    return entered;
}

bool stay_on(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    return cpu < 0 || sched_setaffinity(0, sizeof set, &set) == 0;
}

int usage() {
    std::fprintf(stderr, "usage: xdpbond-traffic send|receive --netns NAME --frames FILE [--count N] [--first N] "
                         "[--rate N] [--cpu N] PORT...\n");
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    traffic::request request;
    const char* frames = "";
    for (int i = 2; i < argc; i++) {
        const std::string_view word = argv[i];
        if (!word.starts_with("--")) {
            request.ports.emplace_back(word);
            continue;
        }
        const char* value = ++i < argc ? argv[i] : "";
        if (word == "--netns")
            request.netns = value;
        else if (word == "--frames")
            frames = value;
        else if (word == "--count")
            request.count = std::strtoull(value, nullptr, 10);
        else if (word == "--first")
            request.first = std::strtoull(value, nullptr, 10);
        else if (word == "--rate")
            request.rate = std::strtoull(value, nullptr, 10);
        else if (word == "--cpu")
            request.cpu = std::atoi(value);
        else
            return usage();
    }
    if (argc < 2 || request.ports.empty() || request.ports.size() > TRAFFIC_PORTS)
        return usage();
    prctl(PR_SET_PDEATHSIG, SIGTERM); // a test that was killed leaves no traffic behind
    if (!read_patterns(frames, request.patterns))
        return traffic::fail(frames);
    if (!enter(request.netns))
        return traffic::fail(request.netns);
    if (!stay_on(request.cpu))
        return traffic::fail("cpu");
    const std::string_view what = argv[1];
    return what == "send" ? traffic::send(request) : what == "receive" ? traffic::receive(request) : usage();
}
