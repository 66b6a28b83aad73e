// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "kernel_object.hpp"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <vector>

namespace xdpbond::test {
namespace {

constexpr std::uint32_t log_statistics = 4; // BPF_LOG_STATS

// The number in "processed 123 insns", with which a verifier's log ends.
std::uint32_t processed(const std::string& log) {
    const std::string word = "processed ";
    const std::size_t at = log.rfind(word);
    return at == std::string::npos
               ? 0
               : static_cast<std::uint32_t>(std::strtoul(log.c_str() + at + word.size(), nullptr, 10));
}

} // namespace

kernel_object::kernel_object(const void* elf, std::size_t size) : object_(bpf_object__open_mem(elf, size, nullptr)) {
    if (!object_)
        throw std::runtime_error(std::string("open: ") + std::strerror(errno));
    std::map<bpf_program*, std::vector<char>> logs;
    bpf_program* program = nullptr;
    bpf_object__for_each_program(program, object_) {
        auto& log = logs.emplace(program, std::vector<char>(1 << 20)).first->second;
        bpf_program__set_log_level(program, log_statistics);
        bpf_program__set_log_buf(program, log.data(), log.size());
    }
    const int failed = bpf_object__load(object_);
    std::string all;
    for (const auto& [of, log] : logs) {
        all += log.data();
        verified_ = std::max(verified_, processed(log.data()));
    }
    if (failed) {
        bpf_object__close(object_);
        throw std::runtime_error(std::string("load: ") + std::strerror(-failed) + "\n" + all);
    }
}

kernel_object::~kernel_object() {
    bpf_object__close(object_);
}

std::uint32_t kernel_object::run(const char* program, const bytes& frame) const {
    const bpf_program* found = bpf_object__find_program_by_name(object_, program);
    if (!found)
        throw std::runtime_error(std::string("no program ") + program);
    LIBBPF_OPTS(bpf_test_run_opts, options);
    options.data_in = frame.data();
    options.data_size_in = static_cast<__u32>(frame.size());
    options.repeat = 1;
    if (const int failed = bpf_prog_test_run_opts(bpf_program__fd(found), &options))
        throw std::runtime_error(std::string(program) + ": test run: " + std::strerror(-failed));
    return options.retval;
}

} // namespace xdpbond::test
