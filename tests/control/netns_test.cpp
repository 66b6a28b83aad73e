// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bed.hpp"

#include <xdpbond/control/netns.hpp>

#include <doctest/doctest.h>

#include <set>
#include <vector>

using namespace xdpbond::control;

TEST_CASE("every network namespace has a number of its own, which does not come back") {
    const auto mine = netns_cookie();
    REQUIRE(mine);
    std::set<std::uint64_t> seen{*mine};
    for (int i = 0; i < 20; i++) {
        bed net;
        const auto cookie = netns_cookie();
        REQUIRE(cookie);
        CHECK(seen.insert(*cookie).second);
        CHECK(*netns_cookie() == *cookie);
    }
    CHECK(*netns_cookie() == *mine);
}

TEST_CASE("entering no namespace stays") {
    const auto before = netns_cookie();
    auto inside = netns_scope::enter("");
    REQUIRE(inside);
    CHECK(*netns_cookie() == *before);
}

TEST_CASE("names that lead nowhere") {
    auto none = netns_scope::enter("xdpbond-no-such-namespace");
    REQUIRE_FALSE(none);
    CHECK(none.failure().code == exit_code::no_such);
    auto path = netns_scope::enter("../netns/x");
    REQUIRE_FALSE(path);
    CHECK(path.failure().code == exit_code::usage);
}
