// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "event_writer.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <unistd.h>

#include <climits>

namespace xdpbond::loader {
namespace {

// A pipe that says it can be written to takes as much at once.
constexpr std::size_t line_max = PIPE_BUF;

bool put(std::string line) {
    line += '\n';
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    if (line.size() > line_max || ::poll(&out, 1, 0) != 1 || !(out.revents & POLLOUT))
        return false;
    return ::write(STDOUT_FILENO, line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

} // namespace

void event_writer::write(std::string line) {
    if (dropped_ != 0) {
        if (!put(json_ ? fmt::format(R"({{"event":"dropped","count":{}}})", dropped_)
                       : fmt::format("{} lines were dropped: nobody read them", dropped_))) {
            ++dropped_;
            return;
        }
        dropped_ = 0;
    }
    if (!put(std::move(line)))
        ++dropped_;
}

} // namespace xdpbond::loader
