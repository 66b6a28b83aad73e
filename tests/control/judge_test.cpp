// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What `check` finds in facts about ports.
#include "judge.hpp"
#include "mtu.hpp"
#include "xdp_features.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace xdpbond::control;
using kind = finding::kind;

namespace {

const error free_port{exit_code::done, ""};

port_check nic(const char* name, std::uint32_t mtu = 1500) {
    port_check port;
    port.link.name = name;
    port.link.ifindex = 3;
    port.link.up = port.link.carrier = true;
    port.link.mtu = mtu;
    port.native = native_support::yes;
    return port;
}

port_traits ready_port() {
    port_traits traits;
    traits.xdp_features = xdp_basic | xdp_redirect | xdp_ndo_xmit | xdp_rx_sg | xdp_ndo_xmit_sg;
    return traits;
}

bool has(const std::vector<finding>& findings, kind level, const char* words) {
    for (const auto& each : findings)
        if (each.level == level && each.text.find(words) != std::string::npos)
            return true;
    return false;
}

} // namespace

TEST_CASE("nothing is found where nothing is wrong") {
    CHECK(judge(nic("eth0"), ready_port(), free_port, {}).empty());
    CHECK(judge_together({}).empty());
}

TEST_CASE("devices that are no ports are refused by name, with what to take instead") {
    for (const char* kind_of : {"bond", "team", "bridge", "vlan"}) {
        CAPTURE(kind_of);
        auto port = nic("up0");
        port.link.kind = kind_of;
        const auto found = judge(port, ready_port(), free_port, {});
        REQUIRE(found.size() == 1);
        CHECK(found[0].level == kind::refusal);
        CHECK(found[0].code == exit_code::unsupported);
        CHECK(found[0].text.starts_with("up0: "));
        CHECK(found[0].text.find("give") != std::string::npos);
    }
    auto lo = nic("lo");
    lo.link.loopback = true;
    CHECK(has(judge(lo, ready_port(), free_port, {}), kind::refusal, "loopback"));
    auto tunnel = nic("tun0");
    tunnel.link.ethernet = false;
    CHECK(has(judge(tunnel, ready_port(), free_port, {}), kind::refusal, "Ethernet header"));
}

TEST_CASE("refusals come first, then warnings, then what would be changed") {
    auto port = nic("eth0");
    port.native = native_support::no;
    port.outlook = attach_outlook::all_generic;
    port.native_words = "Underlying driver does not support XDP";
    port.link.up = false;
    const auto found = judge(port, ready_port(), {exit_code::busy, "eth0: belongs to br0 (bridge)"}, {});
    REQUIRE(found.size() == 3);
    CHECK(found[0].level == kind::refusal);
    CHECK(found[0].code == exit_code::busy);
    CHECK(found[1].level == kind::warning);
    CHECK(found[1].text.find("Underlying driver") != std::string::npos);
    CHECK(found[2].level == kind::change);
}

TEST_CASE("what could lose frames is a warning") {
    auto port = nic("s0");
    port.link.kind = "veth";
    auto traits = ready_port();
    traits.rx_queues = 1;
    traits.far.reach = far_traits::sight::seen;
    traits.far.name = "p0";
    traits.far.up = true;
    traits.far.mtu = 1500;
    traits.far.tx_queues = 1;
    traits.far.features[feature::gro] = {true, true};
    CHECK(judge(port, traits, free_port, {}).empty());
    traits.far.tx_queues = 4;
    CHECK(has(judge(port, traits, free_port, {}), kind::warning, "1 receive queues, and its far end sends on 4"));
    traits.far.mtu = 9000;
    CHECK(has(judge(port, traits, free_port, {}), kind::warning, "9000 at its far end p0"));
    traits.far.features[feature::gro] = {false, true};
    CHECK(has(judge(port, traits, free_port, {}), kind::change, "up would change p0"));
    traits.far.reach = far_traits::sight::hidden;
    CHECK(has(judge(port, traits, free_port, {}), kind::warning, "cannot be seen"));

    port = nic("eth0");
    port.link.carrier = false;
    CHECK(has(judge(port, ready_port(), free_port, {}), kind::warning, "no carrier"));
    port = nic("eth0");
    port.driver = "ixgbe";
    CHECK(has(judge(port, ready_port(), free_port, {}), kind::warning, "30 seconds"));
    // What docs/support.md says of drivers.
    for (const char* driver : {"i40e", "ice", "mlx5_core"}) {
        port.driver = driver;
        CHECK(has(judge(port, ready_port(), free_port, {}), kind::warning, "resets the port"));
    }
    port.driver = "igc";
    CHECK(has(judge(port, ready_port(), free_port, {}), kind::warning, "corrupts memory"));
    port.driver = "nfp";
    CHECK(has(judge(port, ready_port(), free_port, {}), kind::warning, "sends no frames that native programs"));
    CHECK(has(judge(nic("eth0"), ready_port(), free_port, {.realtime = true}), kind::warning, "PREEMPT_RT"));
}

TEST_CASE("before 6.3 the kernel does not tell") {
    auto port = nic("eth0");
    port.native = native_support::unknown;
    CHECK(has(judge(port, {}, free_port, {}), kind::note, "does not tell"));
}

TEST_CASE("ports together: one mtu, one mode") {
    port_check ports[] = {nic("eth0"), nic("eth1", 9000), nic("eth2", 9000)};
    CHECK(has(judge_together(ports), kind::warning, "9000 at eth1 and 1500 at eth0"));
    ports[0].link.mtu = 9000;
    CHECK(judge_together(ports).empty());
    ports[1].outlook = attach_outlook::generic; // it alone
    CHECK(judge_together(ports).empty());
    ports[1].outlook = attach_outlook::all_generic;
    CHECK(has(judge_together(ports), kind::warning, "all of these in generic mode, for eth1"));
    ports[0].outlook = ports[2].outlook = attach_outlook::all_generic;
    CHECK(judge_together(ports).empty());
}

TEST_CASE("a port without native XDP is alone in generic mode where it sends what others redirect to it") {
    auto port = nic("eth0");
    CHECK(look_forward(port, ready_port()) == attach_outlook::native);
    port.native = native_support::unknown;
    CHECK(look_forward(port, ready_port()) == attach_outlook::unknown);
    port.native = native_support::no;
    CHECK(look_forward(port, ready_port()) == attach_outlook::generic);
    auto traits = ready_port();
    traits.xdp_features = xdp_basic;
    CHECK(look_forward(port, traits) == attach_outlook::all_generic);
    traits.xdp_features = {}; // before 6.3
    CHECK(look_forward(port, traits) == attach_outlook::all_generic);

    port.link.kind = "veth";
    traits.xdp_features = 0;
    traits.far.reach = far_traits::sight::seen;
    traits.far.features[feature::gro] = {false, true}; // which up switches on
    CHECK(look_forward(port, traits) == attach_outlook::generic);
    traits.far.features[feature::gro] = {false, false};
    CHECK(look_forward(port, traits) == attach_outlook::all_generic);
    port.native = native_support::yes;
    traits.far.reach = far_traits::sight::hidden;
    CHECK(look_forward(port, traits) == attach_outlook::all_generic);
}

TEST_CASE("what up would not change, for all ports are attached in generic mode, is not announced") {
    auto port = nic("eth0");
    auto traits = ready_port();
    traits.features[feature::rxvlan] = {true, true};
    CHECK(has(judge(port, traits, free_port, {}), kind::change, "up would change eth0"));
    port.native = native_support::no;
    port.outlook = attach_outlook::all_generic;
    const auto found = judge(port, traits, free_port, {});
    CHECK(has(found, kind::warning, "`up` attaches all ports of a bond with it in generic mode"));
    CHECK_FALSE(has(found, kind::change, "up would change eth0"));
}

TEST_CASE("unequal mtus name the ports with the most and the least") {
    CHECK(unequal_mtus({}).empty());
    const std::vector<link_facts> ports{nic("eth0").link, nic("eth1", 9000).link, nic("eth2", 2000).link};
    CHECK(unequal_mtus(ports).starts_with("mtu 9000 at eth1 and 1500 at eth0: "));
}
