// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/slots.hpp>

#include <doctest/doctest.h>

using namespace xdpbond::control;

TEST_CASE("a device gets the slot it wishes where that is free") {
    slot_table in_use{};
    in_use[0] = 11;
    CHECK(choose_slot(in_use, 22, 5) == 5);
}

TEST_CASE("a device keeps the slot it has") {
    slot_table in_use{};
    in_use[3] = 22;
    CHECK(choose_slot(in_use, 22, 3) == 3);
}

TEST_CASE("a device that wishes another one's slot gets the lowest free one, never a live one") {
    slot_table in_use{};
    in_use[0] = 11;
    in_use[1] = 12;
    CHECK(choose_slot(in_use, 22, 0) == 2);
}

TEST_CASE("a device that has a slot already keeps it when its wish is taken") {
    slot_table in_use{};
    in_use[0] = 11;
    in_use[7] = 22;
    CHECK(choose_slot(in_use, 22, 0) == 7);
}

TEST_CASE("a wish beyond the map is no wish") {
    slot_table in_use{};
    in_use[0] = 11;
    CHECK(choose_slot(in_use, 22, no_slot) == 1);
    CHECK(choose_slot(in_use, 22, 0xffff) == 1);
}

TEST_CASE("where all slots are taken there is none") {
    slot_table in_use;
    in_use.fill(11);
    CHECK(choose_slot(in_use, 22, 0) == no_slot);
    in_use[127] = 0;
    CHECK(choose_slot(in_use, 22, 0) == 127);
}
