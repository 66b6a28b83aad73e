// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bed.hpp"
#include "bond_maps.hpp"

#include <xdpbond/control/request.hpp>
#include <xdpbond/control/table.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

using namespace xdpbond::control;

TEST_CASE("a reader beside a busy writer sees whole publications only") {
    bed net;
    const auto a = net.add("a0"), b = net.add("b0");
    bond_maps bond;
    auto writer = bond.publisher();
    auto table = mapped_table::open(bond.maps.table.get());
    REQUIRE(table);
    std::atomic<bool> stop = false;
    std::uint64_t torn = 0, seen = 0;
    std::thread reader([&] {
        while (!stop) {
            const auto half = read_published(**table);
            // Slaves of a publication are all the same device, and there are as many as its number says.
            for (__u32 i = 0; i < half.slaves; i++)
                torn += half.slave[i].ifindex != half.slave[0].ifindex;
            torn += half.slaves != (half.generation ? 1 + half.generation % XDPBOND_SLAVES_MAX : 0);
            seen++;
        }
    });
    for (std::uint32_t round = 1; round <= 300; round++) {
        auto half = half_of(std::vector<std::uint32_t>(1 + round % XDPBOND_SLAVES_MAX, round % 2 ? a : b));
        auto options = default_options();
        options.carrier_check = 0;
        if (!writer.publish(half, options))
            break;
    }
    stop = true;
    reader.join();
    CHECK(writer.published().generation == 300);
    CHECK(seen > 100);
    CHECK(torn == 0);
}
