// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Commands that sentences name are to be typed as they are printed.
#include "hints.hpp"

#include <doctest/doctest.h>

using namespace xdpbond;
using loader::repeatable;

namespace {

control::context in(const char* netns, const char* pin_dir = "/sys/fs/bpf") {
    control::context where;
    where.netns = netns;
    where.pin_dir = pin_dir;
    return where;
}

const std::string hint = "x: no such bond; `xdpbond-load status` lists them, or `xdpbond-load down x`";

} // namespace

TEST_CASE("in the usual place a sentence stays as it is") {
    CHECK(repeatable(hint, {}) == hint);
    CHECK(repeatable("`ip link` lists them", {}) == "`ip link` lists them");
}

TEST_CASE("in another place every command is given it") {
    CHECK(repeatable(hint, in("blue")) == "x: no such bond; `xdpbond-load status --netns blue` lists them, or "
                                          "`xdpbond-load down x --netns blue`");
    CHECK(repeatable("`xdpbond-load confirm x --revert`", in("", "/run/bpf")) ==
          "`xdpbond-load confirm x --revert --pin-dir /run/bpf`");
    CHECK(repeatable("`xdpbond-load down x`", in("blue", "/run/bpf")) ==
          "`xdpbond-load down x --netns blue --pin-dir /run/bpf`");
    CHECK(repeatable("`ip link` lists them; `ethtool -L s0 rx 4`", in("blue")) ==
          "`ip -n blue link` lists them; `ip netns exec blue ethtool -L s0 rx 4`");
}

TEST_CASE("a place that a shell would not take as one word is quoted") {
    CHECK(repeatable("`xdpbond-load down x`", in("a b")) == "`xdpbond-load down x --netns 'a b'`");
    CHECK(repeatable("`xdpbond-load down x`", in("", "/it's")) == "`xdpbond-load down x --pin-dir '/it'\\''s'`");
}

TEST_CASE("what is no command, or none that works on a place, stays as it is") {
    for (const char* text : {"see `xdpbond-load up --help`", "see `ip netns`", "`up` tries", "xdpbond-load down x", "`",
                             "one ` alone and xdpbond-load"})
        CHECK(repeatable(text, in("blue", "/run/bpf")) == text);
}

TEST_CASE("in JSON every string") {
    const auto value = loader::repeatable_json({{"a", {1, "`xdpbond-load status`"}}, {"b", nullptr}}, in("blue"));
    CHECK(value["a"][1] == "`xdpbond-load status --netns blue`");
    CHECK(value["a"][0] == 1);
    CHECK(value["b"].is_null());
}
