// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "machine.hpp"

#include <fstream>

#include <sys/utsname.h>
#include <unistd.h>

namespace xdpbond::bench {
namespace {

int read_number(const char* path, int otherwise) {
    std::ifstream file(path);
    int value = otherwise;
    return file >> value ? value : otherwise;
}

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return {};
}

std::string jit_state() {
    const int enabled = read_number("/proc/sys/net/core/bpf_jit_enable", -1);
    if (enabled < 0)
        return "unknown";
    if (enabled == 0)
        return "off";
    // 1 hardens the code of unprivileged users only.
    return read_number("/proc/sys/net/core/bpf_jit_harden", 0) >= 2 ? "on, hardened" : "on";
}

} // namespace

machine describe_machine() {
    utsname name{};
    ::uname(&name);
    return {.kernel = name.release,
            .arch = name.machine,
            .cpu = cpu_model(),
            .cpus = static_cast<unsigned>(::sysconf(_SC_NPROCESSORS_ONLN)),
            .jit = jit_state()};
}

} // namespace xdpbond::bench
