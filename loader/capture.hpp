// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Reads classic pcap files: either byte order, microseconds or nanoseconds, Ethernet.

#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace xdpbond::loader {

struct captured_frame {
    std::vector<std::uint8_t> bytes; // what was captured
    std::uint32_t length = 0;        // bytes of the whole frame, at least bytes.size()
};

class capture {
public:
    // Reads the file's header. `name` is used in messages; `input` must outlive the capture. Error: usage, with what
    // the file is instead where that can be told.
    static control::result<capture> open(std::istream& input, std::string name);

    // Reads the next frame. False: the file ends here. Error: usage, where it ends within a frame or makes no sense.
    control::result<bool> next(captured_frame& frame);

private:
    capture(std::istream& input, std::string name, bool swapped)
        : input_(&input), name_(std::move(name)), swapped_(swapped) {}

    std::istream* input_;
    std::string name_;
    bool swapped_;
    std::uint64_t read_ = 0; // frames so far
};

} // namespace xdpbond::loader
