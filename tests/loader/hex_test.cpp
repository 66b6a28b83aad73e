// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "hex.hpp"

#include <doctest/doctest.h>

#include <string>

using xdpbond::loader::parse_hex;
using byte_list = std::vector<std::uint8_t>;

TEST_CASE("hex with and without separators is the same frame") {
    const byte_list frame{0x01, 0x80, 0xc2, 0xab};
    for (const char* text : {"0180c2ab", "0180C2AB", "01:80:c2:ab", "01-80-c2-ab", "0180.c2ab", "01 80 c2 ab",
                             "0x0180c2ab", " 01\n80\tc2,ab ", "0180_c2ab"}) {
        CAPTURE(text);
        const auto bytes = parse_hex(text);
        REQUIRE(bytes);
        CHECK(*bytes == frame);
    }
    CHECK(parse_hex("")->empty());
}

TEST_CASE("what is no hex is refused with its place") {
    const std::pair<const char*, const char*> bad[] = {{"0", "character 1"},    {"012", "character 3"},
                                                       {"01g0", "character 3"}, {"0g", "character 1"},
                                                       {"0:1", "character 1"},  {"01;02", "character 3"}};
    for (const auto& row : bad) {
        const auto [text, place] = row;
        CAPTURE(row.first);
        const auto bytes = parse_hex(text);
        REQUIRE(!bytes);
        CHECK(bytes.failure().code == xdpbond::control::exit_code::usage);
        CHECK(bytes.failure().message.find(place) != std::string::npos);
    }
}
