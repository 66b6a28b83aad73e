// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// pcap files of every kind, made here byte by byte.

#include "capture.hpp"

#include <doctest/doctest.h>

#include <sstream>

using namespace xdpbond::loader;
using xdpbond::control::exit_code;

namespace {

// Writes numbers in one byte order.
struct writer {
    bool big;
    std::string text{};

    writer& u32(std::uint32_t value) {
        for (int i = 0; i < 4; ++i)
            text += static_cast<char>(value >> (big ? 24 - 8 * i : 8 * i));
        return *this;
    }
    writer& u16(std::uint16_t value) {
        for (int i = 0; i < 2; ++i)
            text += static_cast<char>(value >> (big ? 8 - 8 * i : 8 * i));
        return *this;
    }
    writer& header(std::uint32_t magic, std::uint32_t linktype = 1) {
        return u32(magic).u16(2).u16(4).u32(0).u32(0).u32(65535).u32(linktype);
    }
    writer& frame(const std::string& bytes, std::uint32_t length) {
        u32(1).u32(2).u32(static_cast<std::uint32_t>(bytes.size())).u32(length);
        text += bytes;
        return *this;
    }
};

constexpr std::uint32_t microseconds = 0xa1b2c3d4;
constexpr std::uint32_t nanoseconds = 0xa1b23c4d;

std::string failure_of(const std::string& file) {
    std::istringstream input(file);
    auto opened = capture::open(input, "x.pcap");
    if (!opened) {
        CHECK(opened.failure().code == exit_code::usage);
        return opened.failure().message;
    }
    captured_frame frame;
    for (;;) {
        const auto more = opened->next(frame);
        if (!more) {
            CHECK(more.failure().code == exit_code::usage);
            return more.failure().message;
        }
        if (!*more)
            return "";
    }
}

} // namespace

TEST_CASE("either byte order, microseconds and nanoseconds") {
    for (bool big : {false, true})
        for (std::uint32_t magic : {microseconds, nanoseconds}) {
            std::istringstream input(writer{big}.header(magic).frame("abc", 3).frame("", 0).frame("de", 1500).text);
            auto opened = capture::open(input, "x.pcap");
            REQUIRE(opened);
            captured_frame frame;
            REQUIRE(*opened->next(frame));
            CHECK(frame.bytes == std::vector<std::uint8_t>{'a', 'b', 'c'});
            CHECK(frame.length == 3);
            REQUIRE(*opened->next(frame));
            CHECK(frame.bytes.empty());
            REQUIRE(*opened->next(frame));
            CHECK(frame.bytes.size() == 2);
            CHECK(frame.length == 1500);
            CHECK(*opened->next(frame) == false);
        }
}

TEST_CASE("a length shorter than what was captured is taken as captured") {
    std::istringstream input(writer{false}.header(microseconds).frame("abcd", 2).text);
    auto opened = capture::open(input, "x.pcap");
    captured_frame frame;
    REQUIRE(*opened->next(frame));
    CHECK(frame.length == 4);
}

TEST_CASE("the FCS bits beside the link type are no other link type") {
    CHECK(failure_of(writer{false}.header(microseconds, 0x24000001).frame("abc", 3).text) == "");
}

TEST_CASE("other files are refused with what they are") {
    CHECK(failure_of("") == "x.pcap: is not a pcap file");
    CHECK(failure_of("abc") == "x.pcap: is not a pcap file");
    CHECK(failure_of(std::string(100, 'x')) == "x.pcap: is not a pcap file");
    CHECK(failure_of(writer{false}.u32(0x0a0d0d0a).text) ==
          "x.pcap: is pcapng; convert it with `editcap -F pcap x.pcap FILE.pcap`");
    CHECK(failure_of(writer{true}.u32(0x0a0d0d0a).text).find("editcap -F pcap") != std::string::npos);
    CHECK(failure_of(writer{false}.header(microseconds, 113).text) ==
          "x.pcap: was not captured on Ethernet (link type 113, not 1)");
    CHECK(failure_of(writer{false}.header(microseconds).text.substr(0, 20)) ==
          "x.pcap: ends within the header of a pcap file");
}

TEST_CASE("damaged files are refused with the frame") {
    const auto whole = writer{false}.header(microseconds).frame("abc", 3).frame("defgh", 5).text;
    CHECK(failure_of(whole) == "");
    CHECK(failure_of(whole.substr(0, whole.size() - 1)) == "x.pcap: frame 1: the file ends within the frame");
    CHECK(failure_of(whole.substr(0, whole.size() - 6)) == "x.pcap: frame 1: the file ends within its header");
    const auto huge = writer{false}.header(microseconds).u32(0).u32(0).u32(0xffffffff).u32(0xffffffff).text;
    CHECK(failure_of(huge) == "x.pcap: frame 0: has 4294967295 bytes, which no pcap file has; it is damaged");
}
