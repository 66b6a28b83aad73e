// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A trace: what is asked for and what comes of it. trace() itself is in operations.hpp.

#include <xdpbond/bpf/abi.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xdpbond::control {

struct trace_request {
    std::string bond;
    std::uint32_t share = 1; // tell one of so many frames, by chance; at least 1

    // The trace has begun; these are the steps that were done.
    std::function<void(const std::vector<std::string>& steps)> begun{};
    // Given each frame; in a broadcast each copy. False: enough.
    std::function<bool(const xdpbond_trace& frame)> take{};
    // Nothing more has come for now. False: enough.
    std::function<bool()> rest{};
    int stop = -1; // a descriptor that is readable when the trace is to end, such as a signalfd
};

struct trace_result {
    std::vector<std::string> steps{}; // of a dry run
    std::uint32_t missing = 0;        // frames that were not told, because they came faster than they were taken
};

} // namespace xdpbond::control
