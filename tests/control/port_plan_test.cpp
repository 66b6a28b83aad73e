// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What is changed at a port before native programs may send through it.
#include "port_plan.hpp"
#include "xdp_features.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::control;

namespace {

constexpr std::uint64_t not_ready = xdp_basic | xdp_redirect | xdp_rx_sg; // as of a bare veth
constexpr std::uint64_t ready = not_ready | xdp_ndo_xmit | xdp_ndo_xmit_sg;

link_facts veth() {
    link_facts port;
    port.name = "s0";
    port.kind = "veth";
    return port;
}

// A veth whose far end is reachable and up; GRO can be switched.
port_traits traits(bool gro, std::optional<std::uint64_t> features) {
    port_traits made;
    made.driver = "veth";
    made.xdp_features = features;
    made.far.reach = far_traits::sight::seen;
    made.far.name = "p0";
    made.far.where = " in namespace blue";
    made.far.ifindex = 7;
    made.far.netns = 42;
    made.far.up = true;
    made.far.features[feature::gro] = {gro, true};
    return made;
}

bool says(const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
}

} // namespace

TEST_CASE("a veth: GRO at its far end") {
    struct row {
        const char* what;
        bool gro;
        std::optional<std::uint64_t> features;
        bool up, program;
        std::uint32_t changed;
    };
    const row rows[] = {
        {"off: switched on", false, not_ready, true, false, XDPBOND_CHANGED_GRO_ON},
        {"on: nothing", true, ready, true, false, 0},
        {"on, and the kernel does not know: off and on", true, not_ready, true, false, XDPBOND_CHANGED_GRO_OFF},
        {"off, and the kernel thinks it is on", false, ready, true, false, XDPBOND_CHANGED_GRO_ON},
        {"off and down: set up for that moment", false, not_ready, false, false,
         XDPBOND_CHANGED_GRO_ON | XDPBOND_CHANGED_UP},
        {"off, but it has a native program: nothing", false, ready, true, true, 0},
        {"before 6.3, off", false, {}, true, false, XDPBOND_CHANGED_GRO_ON},
        {"before 6.3, on", true, {}, true, false, 0},
        {"before 6.3, a native program", false, {}, true, true, 0},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        auto port = traits(row.gro, row.features);
        port.far.up = row.up;
        port.far.native_program = row.program;
        const auto plan = plan_port(veth(), port);
        CHECK(plan.far_changed == row.changed);
        CHECK(plan.changed == 0);
        CHECK(plan.obstacle == "");
        CHECK(plan.steps.size() == (row.changed ? 1 : 0));
        CHECK(plan.far_ifindex == 7);
        CHECK(plan.far_netns == 42);
    }
}

TEST_CASE("a veth that GRO cannot help is an obstacle with its name") {
    auto port = traits(false, not_ready);
    port.far.features[feature::gro].can_change = false;
    CHECK(says(plan_port(veth(), port).obstacle, "s0"));
    CHECK(says(plan_port(veth(), port).obstacle, "p0 in namespace blue"));
    CHECK(plan_port(veth(), port).far_changed == 0);

    port = {};
    port.far.reach = far_traits::sight::hidden;
    CHECK(says(plan_port(veth(), port).obstacle, "cannot be seen"));
}

TEST_CASE("a veth: its far end must put VLAN tags into the frames") {
    auto port = traits(true, ready);
    port.far.features[feature::txvlan] = {true, true};
    port.far.features[feature::txvlan_stag] = {true, true};
    auto plan = plan_port(veth(), port);
    CHECK(plan.far_changed == (XDPBOND_CHANGED_TXVLAN_OFF | XDPBOND_CHANGED_TXVLAN_STAG_OFF));
    REQUIRE(plan.steps.size() == 1);
    CHECK(plan.steps[0] == "change p0 in namespace blue, the far end of s0: tx-vlan-hw-insert and "
                           "tx-vlan-stag-hw-insert off (VLAN tags are lost with it)");

    port.far.features[feature::txvlan_stag].can_change = false;
    plan = plan_port(veth(), port);
    CHECK(plan.far_changed == XDPBOND_CHANGED_TXVLAN_OFF);
    CHECK(says(plan.obstacle, "tx-vlan-stag-hw-insert"));
}

TEST_CASE("receive VLAN offload is switched off at a real port, and left at a veth") {
    auto virtual_port = traits(true, ready);
    virtual_port.features[feature::rxvlan] = {true, true};
    CHECK(plan_port(veth(), virtual_port).changed == 0);

    link_facts port;
    port.name = "eth0";
    port_traits nic;
    nic.features[feature::rxvlan] = {true, true};
    nic.features[feature::lro] = {true, true};
    CHECK(plan_port(port, nic).changed == (XDPBOND_CHANGED_RXVLAN_OFF | XDPBOND_CHANGED_LRO_OFF));
    CHECK(plan_port(port, nic).obstacle == "");
    nic.features[feature::rxvlan].can_change = false;
    CHECK(plan_port(port, nic).changed == XDPBOND_CHANGED_LRO_OFF);
    CHECK(says(plan_port(port, nic).obstacle, "eth0: rx-vlan-hw-parse cannot be switched off"));
    nic = {};
    nic.features[feature::rxvlan].can_change = true; // off already
    CHECK(plan_port(port, nic).changed == 0);
    CHECK(plan_port(port, nic).steps.empty());
}

TEST_CASE("checksums left to hardware that is not there: a warning where the far end's own stack talks") {
    auto port = traits(true, ready);
    port.far.features[feature::checksum_generic] = {true, true};
    CHECK(plan_port(veth(), port).warnings.empty());
    port.far.has_address = true;
    REQUIRE(plan_port(veth(), port).warnings.size() == 1);
    CHECK(says(plan_port(veth(), port).warnings[0], "tx-checksumming"));
}
