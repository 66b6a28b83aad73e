// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The frames on which host and kernel are to agree, one after the other.

#include "support/bytes.hpp"
#include "support/random_frames.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xdpbond::test {

// One well-formed frame of every kind that some policy looks into, 200 bytes or more.
std::vector<bytes> well_formed_frames();

constexpr std::size_t shortest_cut = 14, longest_cut = 200;

// A seed for them: XDPBOND_SEED, else another one each time. The run says which.
std::uint32_t seed();

// First every well-formed frame cut to each length from 14 to 200 bytes, or to each `step`-th, then random ones,
// damaged and cut.
class frame_stream {
public:
    explicit frame_stream(std::uint32_t seed, std::size_t step = 1)
        : random_(seed), whole_(well_formed_frames()), step_(step), length_(first()) {}

    bytes next();

    // How many come before the random ones.
    std::size_t cuts() const;

private:
    // Each frame's cuts begin with another length.
    std::size_t first() const { return shortest_cut + frame_ % step_; }

    random_frames random_;
    std::vector<bytes> whole_;
    std::size_t step_;
    std::size_t frame_ = 0, length_; // of the next cut
};

} // namespace xdpbond::test
