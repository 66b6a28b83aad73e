// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Which built-in object serves which options.

#include "objects.hpp"

#include <xdpbond/control/request.hpp>

#include <builtin.hpp>

#include <doctest/doctest.h>

using namespace xdpbond;
using builtin::form;

namespace {

const std::byte* served(const xdpbond_options& options) {
    const auto given = loader::builtin_objects()("tx", options);
    REQUIRE(given);
    return given->data();
}

} // namespace

TEST_CASE("a bond with default options gets the quicker object, with any other option the tunable one") {
    auto options = control::default_options();
    options.mode = XDPBOND_MODE_BALANCE_XOR;
    options.hash = XDPBOND_HASH_LAYER3_4;
    CHECK(served(options) == builtin::object("tx", options.mode, options.hash, form::plain).data());
    options.statistics = 0;
    CHECK(served(options) == builtin::object("tx", options.mode, options.hash, form::tunable).data());
}

TEST_CASE("a program that is not built in is unsupported, by name") {
    const auto given = loader::builtin_objects()("host", control::default_options());
    REQUIRE_FALSE(given);
    CHECK(given.failure().code == control::exit_code::unsupported);
    CHECK(given.failure().message.starts_with("program host: "));
}
