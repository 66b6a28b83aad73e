// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "port_guard.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::control;

namespace {

link_facts port() {
    link_facts facts;
    facts.name = "eth0";
    facts.ifindex = 3;
    facts.up = true;
    return facts;
}

// Refused as busy, with a sentence that names the port, this reason and the way out; taken with force.
void check_refused(const link_facts& facts, const char* reason) {
    auto done = check_not_in_use(facts, false);
    REQUIRE_FALSE(done);
    CHECK(done.failure().code == exit_code::busy);
    CHECK(done.failure().message.find("eth0: ") == 0);
    CHECK(done.failure().message.find(reason) != std::string::npos);
    CHECK(done.failure().message.find("--force") != std::string::npos);
    CHECK(check_not_in_use(facts, true));
}

} // namespace

TEST_CASE("a bare port may be taken") {
    CHECK(check_not_in_use(port(), false));
}

TEST_CASE("nobody locks himself out of a machine") {
    SUBCASE("by an address") {
        auto facts = port();
        facts.addresses = {"192.0.2.1/24", "2001:db8::1/64"};
        check_refused(facts, "has the address 192.0.2.1/24");
    }
    SUBCASE("by the default route") {
        auto facts = port();
        facts.default_route = true;
        check_refused(facts, "carries the default route");
    }
    SUBCASE("by what lies on top of it") {
        auto facts = port();
        facts.carries = "eth0.100";
        check_refused(facts, "carries eth0.100, which has an address or the default route");
    }
    SUBCASE("by a bridge") {
        auto facts = port();
        facts.master = 9;
        facts.master_name = "br0";
        facts.master_kind = "bridge";
        check_refused(facts, "belongs to br0 (bridge)");
    }
    SUBCASE("by a kernel bond") {
        auto facts = port();
        facts.master = 9;
        facts.master_name = "bond0";
        facts.master_kind = "bond";
        check_refused(facts, "belongs to bond0 (bond)");
    }
    SUBCASE("by a master in another namespace, of which only the number is known") {
        auto facts = port();
        facts.master = 9;
        check_refused(facts, "belongs to a master");
    }
}
