// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// miimon, updelay and downdelay as the kernel sets them, and the words that events are told in.

#include <xdpbond/control/monitor.hpp>
#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace xdpbond::control;

TEST_CASE("delays are rounded down to multiples of miimon, and that is said") {
    monitor_options options;
    CHECK(options.miimon == 100);
    CHECK(*set_updelay(options, 500) == "");
    CHECK(updelay_ms(options) == 500);
    CHECK(*set_updelay(options, 599) == "updelay=599 is no multiple of miimon=100: taken as 500 ms");
    CHECK(updelay_ms(options) == 500);
    CHECK(*set_downdelay(options, 99) == "downdelay=99 is no multiple of miimon=100: taken as 0 ms");
    CHECK(downdelay_ms(options) == 0);
    CHECK(*set_downdelay(options, 4294967295u) ==
          "downdelay=4294967295 is no multiple of miimon=100: taken as 4294967200 ms");
}

TEST_CASE("with another miimon the delays keep their numbers of polls, as in the kernel") {
    monitor_options options;
    CHECK(set_miimon(options, 50) == "");
    CHECK(*set_updelay(options, 1000) == "");
    CHECK(set_miimon(options, 100) == "miimon=100: delays are counted in polls, so updelay is 2000 ms now");
    CHECK(updelay_ms(options) == 2000);
    CHECK(*set_downdelay(options, 300) == "");
    CHECK(set_miimon(options, 10) ==
          "miimon=10: delays are counted in polls, so updelay is 200 ms now and downdelay is 30 ms now");
    CHECK(set_miimon(options, 10) == "");
    CHECK(set_miimon(options, 0) ==
          "miimon=0: links are not watched, so updelay and downdelay wait for another miimon");
    CHECK(updelay_ms(options) == 0);
    CHECK(set_miimon(options, 100) != "");
    CHECK(updelay_ms(options) == 2000);
    CHECK(downdelay_ms(options) == 300);
}

TEST_CASE("without miimon there are no delays") {
    monitor_options options;
    set_miimon(options, 0);
    CHECK(set_updelay(options, 100).failure().code == exit_code::usage);
    CHECK(set_downdelay(options, 0).failure().message ==
          "downdelay=0: links are not watched with miimon=0; set miimon first");
}

TEST_CASE("everything that is told has a word of its own") {
    std::set<std::string_view> words;
    for (unsigned i = 0; i <= static_cast<unsigned>(happening::resumed); ++i)
        words.insert(name_of(static_cast<happening>(i)));
    CHECK(words.size() == static_cast<unsigned>(happening::resumed) + 1);
    words.clear();
    for (unsigned i = 0; i <= static_cast<unsigned>(cause::links); ++i)
        words.insert(name_of(static_cast<cause>(i)));
    CHECK(words.size() == static_cast<unsigned>(cause::links) + 1);
    CHECK(name_of(happening::going_back) == "going_back");
    CHECK(name_of(happening::bond_down) == "bond_down");
    CHECK(name_of(cause::downdelay_over) == "downdelay_over");
    CHECK(name_of(cause::failover) == "failover");
    CHECK(name_of(link_state::fail) == "going down");
    CHECK(name_of(link_state::back) == "going back");
    CHECK(reselect_name(reselect::better) == "better");
}
