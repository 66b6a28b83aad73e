// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Lines out of bytes, however these come.

#include "daemon/line_splitter.hpp"
#include "split_lines.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using xdpbond::loader::line_splitter;
using xdpbond::test::lines;
using xdpbond::test::split_lines;

TEST_CASE("the lines are the same in whatever pieces the bytes come; an unfinished one is none") {
    for (std::size_t piece = 1; piece < 20; piece++) {
        CHECK(split_lines("one\n\ntwo\nthree", piece, 10) == lines{"one", "", "two"});
        CHECK(split_lines("0123456789\nx\n", piece, 10) == lines{"0123456789", "x"});
        CHECK(split_lines("x\n0123456789a\ny\n", piece, 10) == lines{"x"});
    }
}

TEST_CASE("too long is a line of one byte more, with its end or without, and then nothing is kept") {
    for (const char* bytes : {"01234", "01234\n"}) {
        line_splitter splitter(4);
        splitter.take(bytes);
        CHECK_FALSE(splitter.next());
        CHECK(splitter.too_long());
        splitter.take("x\n");
        CHECK_FALSE(splitter.next());
        CHECK(splitter.too_long());
    }
    line_splitter splitter(4);
    splitter.take("0123");
    CHECK_FALSE(splitter.next());
    CHECK_FALSE(splitter.too_long());
}
