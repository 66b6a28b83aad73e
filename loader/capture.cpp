// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace xdpbond::loader {
namespace {

constexpr std::uint32_t microseconds = 0xa1b2c3d4;
constexpr std::uint32_t nanoseconds = 0xa1b23c4d;
constexpr std::uint32_t next_generation = 0x0a0d0d0a; // pcapng's first block type, the same in both byte orders
constexpr std::uint32_t ethernet = 1;                 // LINKTYPE_ETHERNET
constexpr std::uint32_t linktype_mask = 0x03ffffff;   // above it: whether and how long an FCS was captured
constexpr std::size_t file_header_size = 24;
constexpr std::size_t frame_header_size = 16;
constexpr std::uint32_t frame_max = 262144; // libpcap's own limit for Ethernet

std::uint32_t u32_at(const char* bytes, bool swapped) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof(value));
    return swapped ? __builtin_bswap32(value) : value;
}

std::size_t read(std::istream& input, char* to, std::size_t size) {
    input.read(to, static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(input.gcount());
}

control::error bad(const std::string& what) {
    return {control::exit_code::usage, what};
}

} // namespace

control::result<capture> capture::open(std::istream& input, std::string name) {
    std::array<char, file_header_size> header{};
    const auto size = read(input, header.data(), header.size());
    const auto magic = u32_at(header.data(), false);
    if (size >= 4 && magic == next_generation)
        return bad(name + ": is pcapng; convert it with `editcap -F pcap " + name + " FILE.pcap`");
    const bool swapped = magic == __builtin_bswap32(microseconds) || magic == __builtin_bswap32(nanoseconds);
    if (size < 4 || (!swapped && magic != microseconds && magic != nanoseconds))
        return bad(name + ": is not a pcap file");
    if (size < header.size())
        return bad(name + ": ends within the header of a pcap file");
    const auto linktype = u32_at(header.data() + 20, swapped) & linktype_mask;
    if (linktype != ethernet)
        return bad(name + ": was not captured on Ethernet (link type " + std::to_string(linktype) + ", not 1)");
    return capture(input, std::move(name), swapped);
}

control::result<bool> capture::next(captured_frame& frame) {
    std::array<char, frame_header_size> header{};
    const auto size = read(*input_, header.data(), header.size());
    if (size == 0 && !input_->bad())
        return false;
    const std::string where = name_ + ": frame " + std::to_string(read_);
    if (size < header.size())
        return bad(where + ": the file ends within its header");
    const auto captured = u32_at(header.data() + 8, swapped_);
    if (captured > frame_max)
        return bad(where + ": has " + std::to_string(captured) + " bytes, which no pcap file has; it is damaged");
    frame.bytes.resize(captured);
    if (read(*input_, reinterpret_cast<char*>(frame.bytes.data()), captured) < captured)
        return bad(where + ": the file ends within the frame");
    frame.length = std::max(u32_at(header.data() + 12, swapped_), captured);
    ++read_;
    return true;
}

} // namespace xdpbond::loader
