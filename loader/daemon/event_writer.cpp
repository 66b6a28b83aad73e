// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "event_writer.hpp"

#include "event_text.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

namespace xdpbond::loader {
namespace {

// A pipe that says it can be written to takes as much at once.
constexpr std::size_t piece = PIPE_BUF;

} // namespace

// True: nothing waits any more.
bool event_writer::flush() {
    while (!rest_.empty()) {
        pollfd out{descriptor_, POLLOUT, 0};
        if (::poll(&out, 1, 0) != 1 || !(out.revents & POLLOUT))
            return false;
        const auto written = ::write(descriptor_, rest_.data(), std::min(rest_.size(), piece));
        if (written <= 0)
            return false;
        rest_.erase(0, static_cast<std::size_t>(written));
    }
    return true;
}

void event_writer::write(std::string line) {
    if (!flush()) {
        ++dropped_;
        return;
    }
    if (dropped_ != 0)
        rest_ = json_ ? fmt::format(R"({{"time":"{}","event":"dropped","count":{}}})"
                                    "\n",
                                    time_now(), dropped_)
                      : fmt::format("{} lines were dropped: nobody read them\n", dropped_);
    dropped_ = 0;
    rest_ += line + '\n';
    flush();
}

} // namespace xdpbond::loader
