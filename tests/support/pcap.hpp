// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Reads classic pcap files.

#include "bytes.hpp"

#include <filesystem>
#include <vector>

namespace xdpbond::test {

// The frames of a pcap file written on a little-endian machine, in order.
// Throws std::runtime_error if it is none, or a frame was not captured whole.
std::vector<bytes> read_pcap(const std::filesystem::path& file);

} // namespace xdpbond::test
