// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "grace_map.hpp"

#include <xdpbond/control/grace.hpp>

#include <doctest/doctest.h>

using namespace xdpbond::control;

// That they wait long enough is shown under traffic (tests/net).
TEST_CASE("this kernel lets us wait for readers, both ways") {
    CHECK(wait_for_readers());
    CHECK(wait_by_map_update());
}
