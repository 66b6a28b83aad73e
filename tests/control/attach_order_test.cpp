// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Which port gets a program that may make it lose its carrier for a while.
#include "attach_order.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace xdpbond::control;

namespace {

// "+-+": ports with and without carrier.
std::vector<link_facts> ports(const std::string& carriers) {
    std::vector<link_facts> made;
    for (char carrier : carriers) {
        made.emplace_back();
        made.back().carrier = carrier == '+';
    }
    return made;
}

using order = std::vector<std::size_t>;

} // namespace

TEST_CASE("ports without carrier come first, those with carrier last, each as enslaved") {
    CHECK(attach_order(ports("")) == order{});
    CHECK(attach_order(ports("+")) == order{0});
    CHECK(attach_order(ports("+++")) == order{0, 1, 2});
    CHECK(attach_order(ports("---")) == order{0, 1, 2});
    CHECK(attach_order(ports("+-+-")) == order{1, 3, 0, 2});
    CHECK(attach_order(ports("--+")) == order{0, 1, 2});
}

TEST_CASE("the last living port waits until every other one is back") {
    CHECK_FALSE(may_attach(ports("++"), 1, {false}));
    CHECK(may_attach(ports("++"), 1, {true}));
    CHECK_FALSE(may_attach(ports("+++"), 2, {true, false}));
    CHECK_FALSE(may_attach(ports("+++"), 2, {false, true}));
    CHECK(may_attach(ports("+++"), 2, {true, true}));
}

TEST_CASE("all others do not wait") {
    CHECK(may_attach(ports("+++"), 0, {}));
    CHECK(may_attach(ports("+++"), 1, {false}));
    CHECK(may_attach(ports("++-"), 2, {false, false}));
    CHECK(may_attach(ports("-+"), 1, {}));
    CHECK(may_attach(ports("+"), 0, {}));
}
