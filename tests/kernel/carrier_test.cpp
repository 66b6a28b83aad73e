// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A slave that has lost carrier is passed over from the next frame on: nobody has to tell the table.

#include "every_bond.hpp"
#include "kernel_bond.hpp"
#include "lab.hpp"

#include "support/layers.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::test;
using xdpbond::control::default_options;

namespace {

const bytes frame = ethernet() / ipv4() / udp(1234, 53) / payload(20);

xdpbond_options options_of_mode(unsigned mode) {
    auto options = default_options();
    options.mode = static_cast<__u8>(mode);
    return options;
}

// A bond with the lab's interfaces as slaves, published by the control plane: device addresses are the kernel's.
kernel_bond publish(const lab& net, elf object, xdpbond_options options, reading how = reading::as_kernel_can) {
    kernel_bond bond(object, options, how);
    auto writer = bond.writer();
    auto half = writer.publish(half_of(net.ifindexes()), options);
    REQUIRE(half);
    for (std::uint32_t place = 0; place < half->slaves; ++place) {
        REQUIRE(half->slave[place].slot == place);
        REQUIRE((half->slave[place].device != 0) == (options.carrier_check != 0));
    }
    return bond;
}

// Sends the frame that the bond would send through the same slave again, whatever the mode.
outcome again(kernel_bond& bond) {
    bond.reset_counters();
    return bond.send(frame);
}

} // namespace

TEST_CASE("in every mode a slave without carrier sends nothing, others take its frames, and it returns by itself") {
    stay_on_this_cpu();
    for (const reading how : {reading::as_kernel_can, reading::by_probe})
        for (const auto& [name, mode, hash] : bonds_to_try()) {
            if (mode == XDPBOND_MODE_BROADCAST)
                continue;
            CAPTURE(std::string(name));
            lab net(3);
            auto bond = publish(net, shipped("tx", mode, hash), options_of_mode(mode), how);
            const auto before = again(bond);
            REQUIRE(before.slots.size() == 1);
            REQUIRE(before == redirected(before.slots[0]));
            const unsigned first = before.slots[0];

            net.carrier(first, false);
            const auto after = again(bond);
            REQUIRE(after.slots.size() == 1);
            CHECK(after.slots[0] != first);
            CHECK(after == because(redirected(after.slots[0]), XDPBOND_REASON_CARRIER));

            net.carrier(after.slots[0], false);
            const unsigned last = 3 - first - after.slots[0];
            CHECK(again(bond) == because(redirected(last), XDPBOND_REASON_CARRIER));

            net.carrier(last, false);
            CHECK(again(bond) == dropped(XDPBOND_REASON_NO_SLAVE));

            for (unsigned slave = 0; slave < 3; ++slave)
                net.carrier(slave, true);
            CHECK(again(bond) == before);
        }
}

TEST_CASE("a slave that is set down administratively is passed over too") {
    lab net(2);
    auto bond = publish(net, shipped("tx", XDPBOND_MODE_ACTIVE_BACKUP), options_of_mode(XDPBOND_MODE_ACTIVE_BACKUP));
    CHECK(bond.send(frame) == redirected(0));
    net.up(0, false);
    CHECK(bond.send(frame) == because(redirected(1), XDPBOND_REASON_CARRIER));
    net.up(0, true);
    CHECK(bond.send(frame) == redirected(0));
}

TEST_CASE("a deleted slave sends nothing, with and without the carrier check") {
    for (const __u8 carrier_check : {0, 1}) {
        lab net(2);
        auto options = options_of_mode(XDPBOND_MODE_ACTIVE_BACKUP);
        options.carrier_check = carrier_check;
        auto bond = publish(net, shipped("tx", XDPBOND_MODE_ACTIVE_BACKUP), options);
        CHECK(bond.send(frame) == redirected(0));
        net.remove(0);
        const auto after = bond.send(frame);
        CHECK(after.verdict == XDP_REDIRECT);
        CHECK(after.slots == std::vector<unsigned>{1});
        REQUIRE(after.reasons.size() == 1);
        if (!carrier_check)
            CHECK(after.reasons[0] == XDPBOND_REASON_RETRY);
    }
}

TEST_CASE("active-backup: who is alive decides on both sides, for sending and for receiving") {
    lab net(3);
    auto bond = publish(net, shipped("tx", XDPBOND_MODE_ACTIVE_BACKUP), options_of_mode(XDPBOND_MODE_ACTIVE_BACKUP));
    CHECK(bond.send(frame, net.ifindex(0)) == sent_back(0));
    CHECK(bond.send(frame, net.ifindex(1)) == dropped(XDPBOND_REASON_BACKUP));
    net.carrier(0, false);
    CHECK(bond.send(frame, net.ifindex(0)) == dropped(XDPBOND_REASON_BACKUP));
    CHECK(bond.send(frame, net.ifindex(1)) == because(sent_back(1), XDPBOND_REASON_CARRIER));
    CHECK(bond.send(frame, net.ifindex(2)) == dropped(XDPBOND_REASON_BACKUP));
    net.carrier(0, true);
    CHECK(bond.send(frame, net.ifindex(0)) == sent_back(0));
    CHECK(bond.send(frame, net.ifindex(1)) == dropped(XDPBOND_REASON_BACKUP));
}

TEST_CASE("balance-xor: when a slave loses carrier its flows alone move, to where the kernel sends them without it") {
    lab net(5);
    const auto options = options_of_mode(XDPBOND_MODE_BALANCE_XOR);
    const elf object = shipped("tx", XDPBOND_MODE_BALANCE_XOR, XDPBOND_HASH_LAYER3_4);
    auto bond = publish(net, object, options);
    auto without = publish(net, object, options);
    std::vector<xdpbond_port> four;
    for (unsigned slot : {0, 1, 3, 4})
        four.push_back({0, net.ifindex(slot), static_cast<__u16>(slot), XDPBOND_PORT_USABLE});
    without.write(half_of_ports(four));

    std::vector<bytes> flows;
    std::vector<outcome> before;
    for (std::uint16_t port = 0; port < 300; ++port) {
        flows.push_back(ethernet() / ipv4() / udp(port, 53) / payload(20));
        before.push_back(bond.send(flows.back()));
    }
    net.carrier(2, false);
    unsigned moved = 0;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        const auto now = bond.send(flows[i]);
        if (before[i] == redirected(2)) {
            CHECK(now == because(without.send(flows[i]), XDPBOND_REASON_CARRIER));
            ++moved;
        } else {
            CHECK(now == before[i]);
        }
    }
    CHECK(moved > 30);
    CHECK(moved < 90);
}

TEST_CASE("balance-rr: a slave that the table calls unusable is no loss of carrier") {
    stay_on_this_cpu();
    lab net(3);
    auto bond = publish(net, shipped("tx", XDPBOND_MODE_BALANCE_RR), options_of_mode(XDPBOND_MODE_BALANCE_RR));
    auto half = bond.table().half[bond.table().selector & 1];
    half.slave[1].flags = 0;
    bond.write(half);
    CHECK(bond.send(frame) == redirected(2)); // slave 1's turn
    net.carrier(2, false);
    CHECK(bond.send(frame) == because(redirected(0), XDPBOND_REASON_CARRIER));
}

TEST_CASE("carrier_check=off: the table's word is enough") {
    lab net(2);
    auto options = options_of_mode(XDPBOND_MODE_ACTIVE_BACKUP);
    options.carrier_check = 0;
    auto bond = publish(net, shipped("tx", XDPBOND_MODE_ACTIVE_BACKUP), options);
    net.carrier(0, false);
    CHECK(bond.send(frame) == redirected(0));
}

TEST_CASE("a slave whose device address is not known is taken as up") {
    lab net(2);
    auto bond = publish(net, shipped("tx", XDPBOND_MODE_ACTIVE_BACKUP), options_of_mode(XDPBOND_MODE_ACTIVE_BACKUP));
    auto half = bond.table().half[bond.table().selector & 1];
    half.preference[0].device = 0;
    bond.write(half);
    net.carrier(0, false);
    CHECK(bond.send(frame) == redirected(0));
}
