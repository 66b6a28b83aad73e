// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Lines for whoever reads the daemon's standard output. A reader that is slow or gone stops nothing.

#include <cstddef>
#include <string>

namespace xdpbond::loader {

class event_writer {
public:
    explicit event_writer(bool json) : json_(json) {}
    bool json() const { return json_; }

    // Writes one line, without its end, or drops it where the reader has no room for it. The next one that it takes is
    // preceded by how many were dropped.
    void write(std::string line);

private:
    bool json_;
    std::size_t dropped_ = 0;
};

} // namespace xdpbond::loader
