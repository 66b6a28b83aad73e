// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bed.hpp"

#include "xdp_owner.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::control;

namespace {

link_facts host_facts(const std::string& name) {
    auto net = links::open();
    REQUIRE(net);
    auto facts = net->by_name(name);
    REQUIRE(facts);
    REQUIRE(net->add_host_facts(*facts));
    return *facts;
}

} // namespace

TEST_CASE("an interface as netlink shows it") {
    bed net;
    net.add("a0");
    net.ip("link set a0 address 02:00:00:00:00:aa mtu 1400");
    auto facts = net.facts("a0");
    CHECK(facts.name == "a0");
    CHECK(facts.ifindex > 0);
    CHECK(facts.up);
    CHECK(facts.carrier);
    CHECK(facts.mtu == 1400);
    CHECK(facts.address == mac_address{2, 0, 0, 0, 0, 0xaa});
    CHECK(facts.speed == 10000);
    CHECK(facts.full_duplex);
    CHECK(facts.xdp_program == 0);
    CHECK(facts.master == 0);
    CHECK(describe_program(facts) == "");
    net.ip("link set a0x down");
    CHECK_FALSE(net.facts("a0").carrier);
    net.ip("link set a0 down");
    CHECK_FALSE(net.facts("a0").up);
}

TEST_CASE("no such interface") {
    bed net;
    auto opened = links::open();
    REQUIRE(opened);
    auto by_name = opened->by_name("nosuch");
    REQUIRE_FALSE(by_name);
    CHECK(by_name.failure().code == exit_code::no_such);
    CHECK(by_name.failure().message == "nosuch: no such interface; `ip link` lists them");
    CHECK_FALSE(opened->by_index(4711));
}

TEST_CASE("an interface is set up and down") {
    bed net;
    net.add("a0");
    auto opened = links::open();
    REQUIRE(opened);
    for (bool up : {false, true, true, false}) {
        REQUIRE(opened->set_up(net.facts("a0"), up));
        CHECK(net.facts("a0").up == up);
    }
}

TEST_CASE("addresses of the host count, link-local IPv6 does not") {
    bed net;
    net.add("a0");
    net.ip("addr add 192.0.2.1/24 dev a0");
    net.ip("addr add 192.0.2.9/32 dev a0");
    net.ip("addr add fe80::1/64 dev a0 nodad");
    net.ip("addr add 2001:db8::1/64 dev a0 nodad");
    net.add("b0");
    CHECK(host_facts("a0").addresses == std::vector<std::string>{"192.0.2.1/24", "192.0.2.9/32", "2001:db8::1/64"});
    CHECK(host_facts("b0").addresses.empty());
}

TEST_CASE("a default route counts in any table, family and next hop") {
    bed net;
    net.add("a0");
    net.add("b0");
    net.add("c0");
    net.ip("addr add 192.0.2.1/24 dev a0");
    net.ip("route add 198.51.100.0/24 dev a0");
    CHECK_FALSE(host_facts("a0").default_route);
    SUBCASE("main table") {
        net.ip("route add default via 192.0.2.2 dev a0");
    }
    SUBCASE("another table") {
        net.ip("route add default via 192.0.2.2 dev a0 table 77");
    }
    SUBCASE("one of several next hops") {
        net.ip("route add default nexthop dev b0 nexthop dev a0");
    }
    SUBCASE("IPv6") {
        net.ip("-6 route add default dev a0");
    }
    CHECK(host_facts("a0").default_route);
    CHECK_FALSE(host_facts("c0").default_route);
}
