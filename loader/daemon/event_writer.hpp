// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Lines for whoever reads the daemon's standard output or standard error. A reader that is slow or gone stops nothing.

#include <cstddef>
#include <string>

namespace xdpbond::loader {

class event_writer {
public:
    // `descriptor`: stays open as long as this. `json`: lines are objects.
    event_writer(int descriptor, bool json) : descriptor_(descriptor), json_(json) {}
    bool json() const { return json_; }

    // Writes one line, without its end. What the reader has no room for now waits for the next call; whole lines after
    // that are dropped, and the next one that is taken is preceded by how many.
    void write(std::string line);

private:
    bool flush();

    int descriptor_;
    bool json_;
    std::string rest_; // of a line that has begun
    std::size_t dropped_ = 0;
};

} // namespace xdpbond::loader
