// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A request → BPF C.

#include "generated.hpp"

#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace xdpbond::loader;
using xdpbond::control::exit_code;
using xdpbond::control::up_request;

namespace {

std::string text_of(const up_request& request) {
    const auto text = generated(request, {});
    REQUIRE(text);
    return *text;
}

bool has(const std::string& text, const char* part) {
    return text.find(part) != text.npos;
}

} // namespace

TEST_CASE("the options that are given stand in the source, the others do not") {
    up_request request{.name = "uplink", .slaves = {"eth0", "eth1", "eth2"}, .settings = {}};
    request.settings.options.mode = XDPBOND_MODE_BALANCE_XOR;
    request.settings.options.hash = XDPBOND_HASH_LAYER3_4;
    const auto text = text_of(request);
    CHECK(has(text, "XDPBOND_BOND(uplink, 3, .mode = XDPBOND_MODE_BALANCE_XOR, .hash = XDPBOND_HASH_LAYER3_4);"));
    CHECK(has(text, "return xdpbond_xmit(uplink, ctx);"));
    CHECK(!has(text, "statistics"));
    request.settings.options.statistics = 0;
    CHECK(has(text_of(request), ".statistics = 0"));
}

TEST_CASE("without a name and slaves: a bond that takes all a bond can take") {
    up_request request;
    request.settings.options.mode = XDPBOND_MODE_ACTIVE_BACKUP;
    request.settings.primary = "eth0";
    CHECK(has(text_of(request), "XDPBOND_BOND(bond, 64, .mode = XDPBOND_MODE_ACTIVE_BACKUP);"));
}

TEST_CASE("forward is another function of the library") {
    up_request request;
    request.program = "forward";
    request.peer = "eth9";
    CHECK(has(text_of(request), "return xdpbond_forward(bond, ctx);"));
}

TEST_CASE("all_slaves_active is written where it means something") {
    up_request request;
    request.settings.options.all_slaves_active = 1;
    CHECK(!has(text_of(request), "all_slaves_active"));
    request.settings.options.mode = XDPBOND_MODE_ACTIVE_BACKUP;
    CHECK(has(text_of(request), ".all_slaves_active = 1"));
}

TEST_CASE("what cannot be written is refused") {
    for (const char* name : {"up-link", "int", "tx", "xdpbond_x", "0b"}) {
        CAPTURE(name);
        up_request request;
        request.name = name;
        const auto text = generated(request, {});
        REQUIRE(!text);
        CHECK(text.failure().code == exit_code::usage);
        CHECK(text.failure().message.find(name) != std::string::npos);
    }
    up_request request;
    const std::string changed[] = {"xmit_hash_policy"};
    CHECK(generated(request, changed).failure().code == exit_code::usage);
}
