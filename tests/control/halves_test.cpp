// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/halves.hpp>
#include <xdpbond/control/table.hpp>

#include <doctest/doctest.h>

#include <memory>

using namespace xdpbond::control;

TEST_CASE("the idle half is never the one that programs read") {
    auto table = std::make_unique<xdpbond_table>();
    for (std::uint32_t selector : {0u, 1u, 2u, 3u, 0xfffffffeu, 0xffffffffu}) {
        table->selector = selector;
        CHECK(idle_half(*table) != (selector & 1));
        CHECK(idle_half(*table) < 2);
    }
}

TEST_CASE("publishing a half makes programs read it, and counts up") {
    auto table = std::make_unique<xdpbond_table>();
    for (std::uint32_t round = 1; round <= 5; round++) {
        const std::uint32_t idle = idle_half(*table);
        publish_half(*table, idle);
        CHECK((table->selector & 1) == idle);
        CHECK(table->selector == round);
        CHECK(idle_half(*table) != idle);
    }
}

TEST_CASE("publishing goes on where the selector overflows") {
    auto table = std::make_unique<xdpbond_table>();
    table->selector = 0xffffffff;
    publish_half(*table, 0);
    CHECK(table->selector == 0);
}

TEST_CASE("what is read is the published half") {
    auto table = std::make_unique<xdpbond_table>();
    table->half[0].generation = 7;
    table->half[1].generation = 8;
    CHECK(read_published(*table).generation == 7);
    publish_half(*table, 1);
    CHECK(read_published(*table).generation == 8);
}
