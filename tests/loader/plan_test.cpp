// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// facts → plan: who may send, in which order, who is preferred.

#include "made_up_bond.hpp"

#include <doctest/doctest.h>

#include <span>
#include <string>

using namespace xdpbond::test;

namespace {

// Slaves by number: "0 2".
std::string slots_of(std::span<const xdpbond_port> ports) {
    std::string text;
    for (const auto& port : ports)
        text += (text.empty() ? "" : " ") + std::to_string(port.ifindex - 11);
    return text;
}

std::string senders(const xdpbond_half& half) {
    return slots_of({half.sender, half.usable});
}

std::string preference(const xdpbond_half& half) {
    return slots_of({half.preference, half.preferred});
}

} // namespace

TEST_CASE("all slaves are in the table in enslave order, with slot, device and flags") {
    const auto half = made_up_bond(3).plan();
    REQUIRE(half.slaves == 3);
    CHECK(slots_of({half.slave, half.slaves}) == "0 1 2");
    CHECK(senders(half) == "0 1 2");
    CHECK(preference(half) == "0 1 2");
    CHECK(half.slave[1].ifindex == 12);
    CHECK(half.slave[1].slot == 2);
    CHECK(half.slave[1].device == 0x1001);
    CHECK(half.slave[1].flags == XDPBOND_PORT_USABLE);
    CHECK(half.peer.ifindex == 0);
    CHECK(half.generation == 0);
}

TEST_CASE("a slave that is gone, down or replaced under its name is not usable, in any mode") {
    for (unsigned mode = 0; mode <= XDPBOND_MODE_8023AD; ++mode) {
        made_up_bond bond(3, mode);
        bond.links[0].up = false;
        bond.links[1].ifindex = 0;
        CHECK(senders(bond.plan()) == "2");
        CHECK(preference(bond.plan()) == "2");
        CHECK(bond.plan().slave[1].ifindex == 12);
        CHECK(bond.plan().slave[1].device == 0);
        bond.links[2].ifindex = 77;
        CHECK(bond.plan().usable == 0);
        CHECK(bond.plan().preferred == 0);
        CHECK(bond.plan().slaves == 3);
    }
}

TEST_CASE("without carrier a slave stays usable where the program looks itself, and not where it does not") {
    made_up_bond bond(3);
    bond.links[1].carrier = false;
    CHECK(senders(bond.plan()) == "0 1 2");
    bond.config.options.carrier_check = 0;
    CHECK(senders(bond.plan()) == "0 2");
    CHECK(preference(bond.plan()) == "0 2");
}

TEST_CASE("802.3ad without LACP sends through one slave, the first with carrier, else the first; the others stand by") {
    made_up_bond bond(3, XDPBOND_MODE_8023AD);
    CHECK(senders(bond.plan()) == "0");
    CHECK(preference(bond.plan()) == "0 1 2");
    bond.links[0].carrier = false;
    CHECK(senders(bond.plan()) == "1");
    CHECK(preference(bond.plan()) == "1 0 2");
    bond.links[1].up = false;
    CHECK(senders(bond.plan()) == "2");
    bond.links[2].carrier = false;
    CHECK(senders(bond.plan()) == "0");
    bond.config.options.carrier_check = 0;
    CHECK(senders(bond.plan()) == "");
}

TEST_CASE("active-backup prefers active_slave, then primary, then enslave order, each once") {
    made_up_bond bond(4, XDPBOND_MODE_ACTIVE_BACKUP);
    put(bond.config.primary, "s2");
    CHECK(preference(bond.plan()) == "2 0 1 3");
    put(bond.config.active_slave, "s3");
    CHECK(preference(bond.plan()) == "3 2 0 1");
    put(bond.config.active_slave, "s2");
    CHECK(preference(bond.plan()) == "2 0 1 3");
    bond.links[2].up = false;
    CHECK(preference(bond.plan()) == "0 1 3");
    put(bond.config.primary, "");
    put(bond.config.active_slave, "gone");
    CHECK(preference(bond.plan()) == "0 1 3");
    CHECK(senders(bond.plan()) == "0 1 3");
}

TEST_CASE("active-backup without a better wish prefers the highest prio, of equal ones the first") {
    made_up_bond bond(4, XDPBOND_MODE_ACTIVE_BACKUP);
    bond.config.slave[2].prio = 7;
    bond.config.slave[3].prio = 7;
    bond.config.slave[0].prio = -1;
    CHECK(preference(bond.plan()) == "2 3 1 0");
    CHECK(senders(bond.plan()) == "0 1 2 3");
    put(bond.config.primary, "s0");
    CHECK(preference(bond.plan()) == "0 2 3 1");
    put(bond.config.active_slave, "s1");
    CHECK(preference(bond.plan()) == "1 0 2 3");
    bond.links[2].up = false;
    CHECK(preference(bond.plan()) == "1 0 3");
    bond.config.options.mode = XDPBOND_MODE_BALANCE_RR;
    bond.links[2].up = true;
    CHECK(preference(bond.plan()) == "0 1 2 3");
}

TEST_CASE("a slave on standby keeps its place and sends nothing, in any mode") {
    for (unsigned mode = 0; mode <= XDPBOND_MODE_8023AD; ++mode) {
        made_up_bond bond(3, mode);
        put(bond.config.primary, "s0");
        bond.config.slave[0].prio = 9;
        bond.config.slave[0].flags = XDPBOND_SLAVE_STANDBY;
        const auto half = bond.plan();
        CHECK(slots_of({half.slave, half.slaves}) == "0 1 2");
        CHECK(half.slave[0].flags == 0);
        CHECK(half.slave[0].device == 0x1000);
        CHECK(senders(half) == (mode == XDPBOND_MODE_8023AD ? "1" : "1 2"));
        CHECK(preference(half) == "1 2");
        bond.config.slave[1].flags = bond.config.slave[2].flags = XDPBOND_SLAVE_STANDBY;
        CHECK(bond.plan().usable == 0);
        CHECK(bond.plan().preferred == 0);
    }
}

TEST_CASE("other modes keep primary and active_slave unused") {
    made_up_bond bond(3, XDPBOND_MODE_BALANCE_RR);
    put(bond.config.primary, "s2");
    put(bond.config.active_slave, "s1");
    CHECK(preference(bond.plan()) == "0 1 2");
}

TEST_CASE("a slave under a kernel bond is redirected to, never sent back to") {
    made_up_bond bond(2);
    bond.links[1].master = 5;
    bond.links[1].master_kind = "bond";
    CHECK(bond.plan().slave[0].flags == XDPBOND_PORT_USABLE);
    CHECK(bond.plan().slave[1].flags == (XDPBOND_PORT_USABLE | XDPBOND_PORT_REDIRECT));
    CHECK(bond.plan().sender[1].flags == (XDPBOND_PORT_USABLE | XDPBOND_PORT_REDIRECT));
}

TEST_CASE("a veth is redirected to: XDP_TX would be left lying in a far end without a native program") {
    made_up_bond bond(2);
    bond.links[0].kind = "veth";
    CHECK(bond.plan().slave[0].flags == (XDPBOND_PORT_USABLE | XDPBOND_PORT_REDIRECT));
    CHECK(bond.plan().slave[1].flags == XDPBOND_PORT_USABLE);
}

TEST_CASE("generic mode is told of each port by itself, the other side too, whether or not it may send") {
    made_up_bond bond(2);
    bond.forward_to("p0");
    const unsigned generic = XDPBOND_PORT_USABLE | XDPBOND_PORT_GENERIC;
    CHECK(bond.plan().slave[0].flags == XDPBOND_PORT_USABLE);
    bond.config.slave[1].attach = XDPBOND_ATTACH_GENERIC;
    CHECK(bond.plan().slave[0].flags == XDPBOND_PORT_USABLE);
    CHECK(bond.plan().slave[1].flags == generic);
    CHECK(bond.plan().sender[1].flags == generic);
    CHECK(bond.plan().peer.flags == XDPBOND_PORT_USABLE);
    bond.config.peer.attach = XDPBOND_ATTACH_GENERIC;
    CHECK(bond.plan().peer.flags == generic);
    bond.config.slave[1].flags |= XDPBOND_SLAVE_STANDBY;
    CHECK(bond.plan().slave[1].flags == XDPBOND_PORT_GENERIC);
}

TEST_CASE("forward: the other side is a port too") {
    made_up_bond bond(2);
    bond.forward_to("p0");
    CHECK(bond.plan().peer.ifindex == 99);
    CHECK(bond.plan().peer.slot == 99);
    CHECK(bond.plan().peer.flags == XDPBOND_PORT_USABLE);
    bond.peer.up = false;
    CHECK(bond.plan().peer.flags == 0);
}

TEST_CASE("64 slaves fit") {
    const auto half = made_up_bond(XDPBOND_SLAVES_MAX).plan();
    CHECK(half.slaves == XDPBOND_SLAVES_MAX);
    CHECK(half.usable == XDPBOND_SLAVES_MAX);
    CHECK(half.preferred == XDPBOND_SLAVES_MAX);
    CHECK(half.sender[63].ifindex == 74);
}
