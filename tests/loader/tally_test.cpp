// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What was counted, as text and JSON, once and with rates.

#include "made_up_bond.hpp"
#include "tally.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::loader;
using namespace xdpbond::test;

namespace {

xdpbond::control::bond_state counted(unsigned long times = 1) {
    auto bond = made_up_bond(2).state();
    bond.slaves[0].sent = {1000 * times, 64000 * times};
    bond.slaves[1].sent = {500 * times, 32000 * times};
    bond.reasons[XDPBOND_REASON_NEIGHBOUR] = {3 * times, 126 * times};
    bond.counts_errors = true;
    return bond;
}

} // namespace

TEST_CASE("slaves, their sum and every reason") {
    const auto tally = tally_of(counted());
    CHECK(tally.sent.packets == 1500);
    CHECK(tally.sent.bytes == 96000);
    REQUIRE(tally.reasons.size() == XDPBOND_REASONS - 1);
    CHECK(tally_text(tally, nullptr) == R"(uplink
  sent by                           packets                bytes
  s0                                   1000                64000
  s1                                    500                32000
  total                                1500                96000
  reason
  link_local                              0                    0
  neighbour                               3                  126
  runt                                    0                    0
  backup                                  0                    0
  no_slave                                0                    0
  broadcast_frags                         0                    0
  carrier                                 0                    0
  retry                                   0                    0
  peer                                    0                    0
  lost after that by the kernel
  none
)");
}

TEST_CASE("what the kernel lost, by port and errno") {
    auto bond = counted();
    bond.slaves[1].errors = {{1, 0, 4}, {1, 90, 20}, {1, 95, 50}};
    bond.errors = {{XDPBOND_SLOT_NONE, 100, 2}};
    const auto text = tally_text(tally_of(bond), nullptr);
    CHECK(text.find(R"(  lost after that by the kernel
  s1                                      4  drops (the driver took no more)
  s1                                     20  EMSGSIZE (90: Message too long)
  s1                                     50  EOPNOTSUPP (95: Operation not supported)
  broadcast                               2  ENETDOWN (100: Network is down)
)") != std::string::npos);
    auto json = tally_json(tally_of(bond), nullptr);
    CHECK(json["slaves"][0]["errors"].dump() == "[]");
    CHECK(json["slaves"][1]["errors"].dump() == R"([{"errno":0,"name":"drops","packets":4},)"
                                                R"({"errno":90,"name":"EMSGSIZE","packets":20},)"
                                                R"({"errno":95,"name":"EOPNOTSUPP","packets":50}])");
    CHECK(json["errors"].dump() == R"([{"errno":100,"name":"ENETDOWN","packets":2}])");
    CHECK(json["errors_counted"] == true);

    bond.counts_errors = false;
    CHECK(tally_json(tally_of(bond), nullptr)["errors_counted"] == false);
    CHECK(tally_text(tally_of(bond), nullptr).find("tracepoints are not watched") != std::string::npos);
}

TEST_CASE("JSON has the same") {
    const auto json = tally_json(tally_of(counted()), nullptr);
    CHECK(json["ifname"] == "uplink");
    CHECK(json["slaves"].dump() ==
          R"([{"ifname":"s0","packets":1000,"bytes":64000,"errors":[]},)"
          R"({"ifname":"s1","packets":500,"bytes":32000,"errors":[]}])");
    CHECK(json["total"].dump() == R"({"packets":1500,"bytes":96000})");
    CHECK(json["reasons"]["neighbour"].dump() == R"({"packets":3,"bytes":126})");
    CHECK(json["reasons"].size() == XDPBOND_REASONS - 1);
    CHECK(!json.contains("peer"));
}

TEST_CASE("the other side of a forward program is counted apart") {
    made_up_bond made(2);
    made.forward_to("p0");
    auto bond = made.state();
    bond.slaves[0].sent = {10, 640};
    bond.peer.sent = {7, 448};
    const auto tally = tally_of(bond);
    CHECK(tally.sent.packets == 10);
    CHECK(tally_json(tally, nullptr)["peer"].dump() == R"({"ifname":"p0","packets":7,"bytes":448,"errors":[]})");
    CHECK(tally_text(tally, nullptr).find("p0 (other side)") != std::string::npos);
}

TEST_CASE("rates are per second, rounded; a counter that went back gives 0") {
    const auto before = tally_of(counted(1)), now = tally_of(counted(3));
    const auto rate = rates(before, now, 2.0);
    CHECK(rate.slaves[0].count.packets == 1000);
    CHECK(rate.sent.bytes == 96000);
    const auto json = tally_json(now, &rate);
    CHECK(json["slaves"][1].dump() ==
          R"({"ifname":"s1","packets":1500,"bytes":96000,"packets_per_second":500,"bytes_per_second":32000,"errors":[]})");
    CHECK(tally_text(now, &rate).find("packets/s") != std::string::npos);
    CHECK(rates(now, before, 1.0).sent.packets == 0);
}

TEST_CASE("a slave that has just joined has no rate yet") {
    auto before = tally_of(counted());
    before.slaves.pop_back();
    const auto now = tally_of(counted());
    const auto rate = rates(before, now, 1.0);
    CHECK(rate.slaves.size() == 1);
    CHECK(!tally_json(now, &rate)["slaves"][1].contains("packets_per_second"));
    CHECK(tally_text(now, &rate).find(" -") != std::string::npos);
}

TEST_CASE("statistics=off is said") {
    auto bond = counted();
    bond.config.options.statistics = 0;
    CHECK(tally_text(tally_of(bond), nullptr).find("statistics=off") != std::string::npos);
    CHECK(tally_json(tally_of(bond), nullptr)["statistics"] == false);
}
