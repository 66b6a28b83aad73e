// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pcap.hpp"

#include <array>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace xdpbond::test {
namespace {

constexpr std::size_t file_header_size = 24;
constexpr std::uint32_t magic = 0xa1b2c3d4; // microseconds

struct record_header {
    std::uint32_t seconds, microseconds, captured, length;
};

template <class T>
bool read(std::istream& in, T& value) {
    return static_cast<bool>(in.read(reinterpret_cast<char*>(&value), sizeof(value)));
}

} // namespace

std::vector<bytes> read_pcap(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::array<char, file_header_size> header{};
    if (!read(in, header) || std::memcmp(header.data(), &magic, sizeof(magic)) != 0)
        throw std::runtime_error(file.string() + ": not a pcap file");

    std::vector<bytes> frames;
    for (record_header record{}; read(in, record);) {
        bytes frame(record.captured);
        if (record.captured != record.length || !in.read(reinterpret_cast<char*>(frame.data()), record.captured))
            throw std::runtime_error(file.string() + ": frame " + std::to_string(frames.size()) + " is not whole");
        frames.push_back(std::move(frame));
    }
    return frames;
}

} // namespace xdpbond::test
