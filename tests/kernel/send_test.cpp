// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// How a frame leaves: back out of the port it came in on, through another one, or not at all.

#include "every_bond.hpp"
#include "kernel_bond.hpp"
#include "lab.hpp"

#include "support/layers.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace xdpbond::test;
using xdpbond::control::default_options;

namespace {

const bytes frame = ethernet() / ipv4() / udp(1234, 53) / payload(20);

kernel_bond on(const lab& net, elf object, const xdpbond_half& half, xdpbond_options options = default_options()) {
    kernel_bond bond(object, options);
    for (unsigned slot = 0; slot < net.ifindexes().size(); ++slot)
        bond.put(slot, net.ifindex(slot));
    bond.write(half);
    return bond;
}

} // namespace

TEST_CASE("the slave is the port the frame came in on: XDP_TX; any other: a redirect") {
    const lab net(2);
    for (const auto& [name, mode, hash] : bonds_to_try()) {
        CAPTURE(std::string(name));
        auto bond = on(net, shipped("tx", mode, hash), half_of({net.ifindex(0)}));
        CHECK(bond.send(frame, net.ifindex(0)) == sent_back(0));
        CHECK(bond.send(frame, net.ifindex(1)) == redirected(0));
        CHECK(bond.send(frame, loopback) == redirected(0));
    }
}

TEST_CASE("a port under a kernel bond is redirected to, for that bond would take XDP_TX for its own") {
    const lab net(1);
    auto half = half_of({net.ifindex(0)});
    for (xdpbond_port* port : {half.sender, half.slave, half.preference})
        port->flags |= XDPBOND_PORT_REDIRECT;
    for (const auto& [name, mode, hash] : bonds_to_try()) {
        CAPTURE(std::string(name));
        auto bond = on(net, shipped("tx", mode, hash), half);
        CHECK(bond.send(frame, net.ifindex(0)) == redirected(0));
    }
}

TEST_CASE("no usable slave: dropped, or passed where no_slave says so, and counted; never sent back by accident") {
    const lab net(2);
    const auto unusable = half_of_ports({{0, net.ifindex(0), 0, 0}, {0, net.ifindex(1), 1, 0}});
    for (const auto& [name, mode, hash] : bonds_to_try())
        for (const auto no_slave : {XDPBOND_OTHERWISE_DROP, XDPBOND_OTHERWISE_PASS}) {
            CAPTURE(std::string(name));
            auto options = default_options();
            options.no_slave = static_cast<__u8>(no_slave);
            auto bond = on(net, shipped("tx", mode, hash), {}, options);
            const auto expected =
                no_slave == XDPBOND_OTHERWISE_DROP ? dropped(XDPBOND_REASON_NO_SLAVE) : passed(XDPBOND_REASON_NO_SLAVE);
            CHECK(bond.send(frame, net.ifindex(0)) == expected);
            bond.write(unusable);
            CHECK(bond.send(frame, net.ifindex(0)) == expected);
        }
}

TEST_CASE("a slave that has left the device map: the next alive one sends, and that is counted") {
    const lab net(3);
    const auto half = half_of(net.ifindexes());
    for (const auto& [name, mode, hash] : bonds_to_try()) {
        if (mode == XDPBOND_MODE_BROADCAST) // its copies go by a map of their own
            continue;
        CAPTURE(std::string(name));
        auto options = default_options();
        options.carrier_check = 0;
        auto bond = on(net, shipped("tx", mode, hash), half, options);
        const auto before = bond.send(frame);
        REQUIRE(before.slots.size() == 1);
        bond.reset_counters(); // balance-rr is to come to the same slave again
        const unsigned lost = before.slots[0], next = (lost + 1) % 3;
        bond.take_out(lost);
        CHECK(bond.send(frame) == because(redirected(next), XDPBOND_REASON_RETRY));
        bond.reset_counters();
        bond.take_out(next);
        CHECK(bond.send(frame) == because(redirected((lost + 2) % 3), XDPBOND_REASON_RETRY));
        bond.take_out((lost + 2) % 3);
        CHECK(bond.send(frame) == dropped(XDPBOND_REASON_NO_SLAVE));
    }
}

TEST_CASE("the next slave after a miss may be the port the frame came in on") {
    const lab net(2);
    auto bond = on(net, shipped("tx", XDPBOND_MODE_BALANCE_XOR), half_of(net.ifindexes()));
    const auto before = bond.send(frame);
    REQUIRE(before.slots.size() == 1);
    const unsigned lost = before.slots[0], other = 1 - lost;
    bond.take_out(lost);
    CHECK(bond.send(frame, net.ifindex(other)) == because(sent_back(other), XDPBOND_REASON_RETRY));
}

TEST_CASE("a frame in fragments leaves whole, and its fragments' bytes are counted") {
    const lab net(1);
    bytes jumbo = ethernet() / ipv4() / udp(1234, 53) / payload(9000);
    for (const auto& [name, mode, hash] : bonds_to_try()) {
        CAPTURE(std::string(name));
        // send() checks the bytes.
        CHECK(on(net, shipped("tx", mode, hash), half_of(net.ifindexes())).send(jumbo) == redirected(0));
    }
}

TEST_CASE("statistics=off: frames are sent and not counted, exceptions are counted all the same") {
    const lab net(1);
    auto options = default_options();
    options.statistics = 0;
    for (const auto& [name, mode, hash] : bonds_to_try()) {
        CAPTURE(std::string(name));
        auto bond = on(net, shipped("tx", mode, hash), half_of(net.ifindexes()), options);
        CHECK(bond.send(frame) == outcome{XDP_REDIRECT});
        bond.take_out(0);
        CHECK(bond.send(frame) == dropped(XDPBOND_REASON_NO_SLAVE));
    }
}

TEST_CASE("what is written to the mapped table is what the next frame finds, half by half") {
    const lab net(1);
    auto bond = on(net, shipped("tx", XDPBOND_MODE_BALANCE_XOR), {});
    for (unsigned slot = 1; slot < XDPBOND_SLOTS_MAX; ++slot)
        bond.put(slot, net.ifindex(0));
    std::set<unsigned> halves;
    for (unsigned slot = 0; slot < XDPBOND_SLOTS_MAX; ++slot) {
        bond.write(half_of_ports({{0, net.ifindex(0), static_cast<__u16>(slot), XDPBOND_PORT_USABLE}}));
        halves.insert(bond.table().selector & 1);
        CHECK(bond.send(frame) == redirected(slot));
    }
    CHECK(halves.size() == 2);
    // The idle half may be anything.
    bond.table().half[~bond.table().selector & 1] = {};
    CHECK(bond.send(frame) == redirected(XDPBOND_SLOTS_MAX - 1));
}

TEST_CASE("balance-rr: packets_per_slave=0 is random, and every slave has its share") {
    const lab net(3);
    stay_on_this_cpu();
    auto options = default_options();
    options.packets_per_slave = 0;
    auto bond = on(net, shipped("tx", XDPBOND_MODE_BALANCE_RR), half_of(net.ifindexes()), options);
    for (int i = 0; i < 3000; ++i)
        REQUIRE(bond.run(frame) == XDP_REDIRECT);
    const auto counters = bond.counters();
    std::uint64_t all = 0;
    for (unsigned slot = 0; slot < 3; ++slot) {
        CHECK(counters.slave[slot].packets > 850); // 1000 expected; less once in 10^8 runs
        all += counters.slave[slot].packets;
    }
    CHECK(all == 3000);
}
