// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Frames that a hash may stumble over: random chains of every layer it knows, damaged and cut short.

#include "bytes.hpp"

#include <cstdint>
#include <random>

namespace xdpbond::test {

// In one build, the same seed gives the same frames.
class random_frames {
public:
    explicit random_frames(std::uint32_t seed) : random_(seed) {}

    // 14 to 200 bytes: layers that fit together, in one frame of three with a few bytes overwritten.
    bytes next();

    // 0 to size - 1.
    std::uint32_t below(std::uint32_t size) { return static_cast<std::uint32_t>(random_()) % size; }

private:
    std::mt19937 random_;
};

} // namespace xdpbond::test
