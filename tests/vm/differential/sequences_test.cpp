// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What depends on more than the frame: turns, carrier, primaries, who joined when.

#include "both_bonds.hpp"
#include "run_length.hpp"

#include "support/layers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace xdpbond::test;

namespace {

const bytes data_frame = ethernet() / ipv4() / udp(1234, 53) / payload(20);
const bytes igmp_frame = ethernet() / ipv4() / igmp() / payload(20);
const bytes arp_frame = ethernet() / arp() / payload(20);

// Many flows of one kind: with layer3+4 every slave has some.
std::vector<bytes> flows(unsigned count) {
    std::vector<bytes> made;
    for (unsigned i = 0; i < count; ++i)
        made.push_back(ethernet() / ipv4() / udp(static_cast<std::uint16_t>(1000 + 7 * i), 53) / payload(20));
    return made;
}

std::vector<bytes> times(unsigned count, const bytes& frame) {
    return std::vector<bytes>(count, frame);
}

void check_same(both_bonds& bonds, const std::vector<bytes>& frames, unsigned arrives_on = 0) {
    const auto said = bonds.frames(frames, arrives_on);
    CHECK(said.kernel == said.ours);
    CHECK(said.kernel.find('-') == std::string::npos);
}

// The first `count` of this order of joining.
std::vector<unsigned> joined(std::vector<unsigned> order, unsigned count) {
    order.resize(count);
    return order;
}

} // namespace

TEST_CASE("balance-rr: turns, packets_per_slave 1, 2, 3 and 5, IGMP and ARP, of 2 to 8 slaves") {
    for (unsigned slaves = 2; slaves <= 8; slaves += long_run() ? 1 : 3) {
        CAPTURE(slaves);
        both_bonds bonds({"balance-rr", {}, as_the_kernel}, joined({0, 1, 2, 3, 4, 5, 6, 7}, slaves), path::xdp,
                         slaves);
        check_same(bonds, times(3 * slaves, data_frame));
        check_same(bonds, times(5, igmp_frame));
        check_same(bonds, times(slaves, data_frame), 1);
        check_same(bonds, times(3, arp_frame), slaves - 1);
        for (const unsigned number : {2u, 3u, 5u}) {
            if (!long_run() && number != (slaves == 2 ? 2 : slaves == 5 ? 3 : 5))
                continue; // changing it loads a program
            CAPTURE(number);
            bonds.packets_per_slave(number);
            check_same(bonds, times(2 * number * slaves + 1, data_frame));
            check_same(bonds, times(2, igmp_frame));
        }
        CHECK(bonds.quiet());
    }
}

TEST_CASE("balance-rr: slaves that lose carrier and have it again, one and two at a time") {
    both_bonds bonds({"balance-rr", {}, as_the_kernel}, {0, 1, 2, 3});
    const unsigned on = 3; // the frames' port keeps its carrier
    check_same(bonds, times(8, data_frame), on);
    for (const unsigned lost : {1u, 0u, 2u}) {
        CAPTURE(lost);
        bonds.carrier(lost, false);
        check_same(bonds, times(8, data_frame), on);
        check_same(bonds, times(2, igmp_frame), on);
        const unsigned other = (lost + 1) % 3;
        bonds.carrier(other, false);
        check_same(bonds, times(8, data_frame), on);
        check_same(bonds, times(2, igmp_frame), on);
        bonds.carrier(lost, true);
        bonds.carrier(other, true);
        check_same(bonds, times(8, data_frame), on);
    }
    CHECK(bonds.quiet());
}

TEST_CASE("balance-xor: flows move where the kernel moves them when slaves leave and join again") {
    both_bonds bonds({"balance-xor", "layer3+4", as_the_kernel}, {0, 1, 2, 3, 4});
    const auto all = flows(100);
    const unsigned on = 4;
    check_same(bonds, all, on);
    for (const unsigned moves : {0u, 3u, 1u}) { // who joins again is the last one
        CAPTURE(moves);
        bonds.leave(moves);
        check_same(bonds, all, on);
        bonds.join(moves);
        check_same(bonds, all, on);
    }
    bonds.join(6);
    check_same(bonds, all, on);
    CHECK(bonds.quiet());
}

TEST_CASE("slaves that joined in other orders than their numbers'") {
    std::vector<std::vector<unsigned>> orders{{7, 3, 5, 1, 0, 6}};
    if (long_run())
        orders.insert(orders.end(), {{2, 0, 1}, {1, 0}, {6, 7, 0, 1, 2, 3, 4, 5}});
    for (const auto& order : orders) {
        CAPTURE(order.size());
        both_bonds hashing({"balance-xor", "layer3+4", as_the_kernel}, order);
        check_same(hashing, flows(60), order.back());
        CHECK(hashing.quiet());
    }
    both_bonds turns({"balance-rr", {}, as_the_kernel}, {7, 3, 5, 1, 0, 6});
    check_same(turns, times(20, data_frame), 5);
    check_same(turns, times(3, igmp_frame), 5);
}

TEST_CASE("active-backup: who sends after a loss, with and without a primary, whoever joined first") {
    const std::string take_all = as_the_kernel + " all_slaves_active=1";
    both_bonds bonds({"active-backup", {}, take_all}, {1, 0, 2, 3});
    const unsigned on = 3;
    check_same(bonds, times(3, data_frame), on);
    bonds.carrier(1, false);
    check_same(bonds, times(3, data_frame), on);
    bonds.carrier(0, false);
    check_same(bonds, times(3, data_frame), on);
    bonds.primary(1); // which has no carrier yet
    check_same(bonds, times(3, data_frame), on);
    bonds.carrier(1, true);
    check_same(bonds, times(3, data_frame), on);
    bonds.carrier(0, true);
    check_same(bonds, times(3, data_frame), on);
    bonds.primary(2);
    check_same(bonds, times(3, data_frame), on);
    check_same(bonds, times(3, igmp_frame), on);
    bonds.carrier(2, false);
    bonds.carrier(2, true);
    check_same(bonds, times(3, data_frame), on);
    CHECK(bonds.quiet());
}

TEST_CASE("802.3ad without a partner: one slave sends everything, and the next one when it is lost") {
    both_bonds bonds({"802.3ad", "layer3+4", as_the_kernel}, {0, 1, 2});
    check_same(bonds, flows(30), 2);
    bonds.carrier(0, false);
    check_same(bonds, flows(30), 2);
    bonds.carrier(1, false);
    check_same(bonds, flows(30), 2);
    CHECK(bonds.quiet());
}

TEST_CASE("broadcast: each frame on every slave, as the kernel's skb path; a slave without carrier is left out") {
    both_bonds bonds({"broadcast", {}, as_the_kernel}, {2, 0, 1}, path::skb, 3);
    const auto same_set = [&](unsigned copies) {
        for (const bytes& frame : flows(10)) {
            auto said = bonds.frame(frame, 2, copies);
            std::sort(said.kernel.begin(), said.kernel.end()); // our copies' order is the device map's
            std::sort(said.ours.begin(), said.ours.end());
            CHECK(said.kernel == said.ours);
            CHECK(said.kernel.size() == copies);
        }
    };
    same_set(3);
    bonds.carrier(0, false);
    same_set(2);
    bonds.carrier(0, true);
    same_set(3);
    CHECK(bonds.quiet());
}
