// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Mode broadcast: the copies that the kernel does not make are counted by the program, by slave and errno. (That the
// kernel makes all others, and none of these, is seen end to end, in tests/net.)

#include "kernel_bond.hpp"
#include "lab.hpp"

#include "support/layers.hpp"

#include <xdpbond/control/errors.hpp>
#include <xdpbond/control/kernel.hpp>

#include <doctest/doctest.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

using namespace xdpbond::test;

namespace {

struct way {
    reading how;
    __u8 carrier_check;
};

// In an emulator, with XDPBOND_BONDS=few, the two that differ most.
std::vector<way> ways() {
    const char* which = std::getenv("XDPBOND_BONDS");
    if (which && std::string_view(which) == "few")
        return {{reading::as_kernel_can, 1}, {reading::by_probe, 0}};
    return {{reading::as_kernel_can, 1}, {reading::as_kernel_can, 0}, {reading::by_probe, 1}, {reading::by_probe, 0}};
}

xdpbond_options options_of(const way& here) {
    auto options = xdpbond::control::default_options();
    options.mode = XDPBOND_MODE_BROADCAST;
    options.carrier_check = here.carrier_check;
    return options;
}

// `generic`: a bit for each slave that is attached so.
kernel_bond publish(const lab& net, const way& here, unsigned generic = 0) {
    const auto options = options_of(here);
    kernel_bond bond(shipped("tx", XDPBOND_MODE_BROADCAST), options, here.how);
    std::vector<xdpbond_port> slaves;
    for (const std::uint32_t ifindex : net.ifindexes()) {
        const auto slot = static_cast<__u16>(slaves.size());
        const unsigned flags = XDPBOND_PORT_USABLE | (generic >> slot & 1) * XDPBOND_PORT_GENERIC;
        slaves.push_back({0, ifindex, slot, static_cast<__u16>(flags)});
    }
    REQUIRE(bond.writer().publish(half_of_ports(slaves), options));
    return bond;
}

constexpr unsigned all = ~0u;

bytes frame_of(std::size_t size) {
    const bytes headers = ethernet() / ipv4() / udp(1234, 53) / payload(0);
    return ethernet() / ipv4() / udp(1234, 53) / payload(size - headers.size());
}

// What one frame adds to the errors: "1 EMSGSIZE, 2 ECANCELED", by slot.
std::string lost_of(kernel_bond& bond, std::size_t size = 200, std::uint32_t ingress = loopback) {
    const auto before = *xdpbond::control::read_errors(bond.map("_errors"));
    static_cast<void>(bond.send(frame_of(size), ingress));
    const auto after = *xdpbond::control::read_errors(bond.map("_errors"));
    std::string found;
    for (const auto& row : after) {
        std::uint64_t packets = row.packets;
        for (const auto& old : before)
            if (old.slot == row.slot && old.error == row.error)
                packets -= old.packets;
        // EOPNOTSUPP has two names.
        const char* name = row.error == EOPNOTSUPP ? "EOPNOTSUPP" : ::strerrorname_np(static_cast<int>(row.error));
        const std::string words = std::to_string(row.slot) + " " + name;
        for (; packets; --packets)
            found += (found.empty() ? "" : ", ") + words;
    }
    return found;
}

} // namespace

TEST_CASE("a copy is counted as lost from the first byte on that the slave has no room for") {
    for (const way& here : ways()) {
        lab net(3);
        for (const unsigned slave : {0, 1, 2})
            net.ready(slave);
        auto bond = publish(net, here);
        CHECK(lost_of(bond) == "");
        net.mtu(1, 600);
        CHECK(lost_of(bond, 600 + 14 + 4) == "");
        CHECK(lost_of(bond, 600 + 14 + 4 + 1) == "1 EMSGSIZE");
        net.mtu(0, 600);
        CHECK(lost_of(bond, 700) == "0 EMSGSIZE, 1 EMSGSIZE");
        net.mtu(0, 1500);
        net.mtu(1, 1500);
        CHECK(lost_of(bond, 700) == "");
    }
}

TEST_CASE("a slave that takes no redirected frames: its copies are lost, where the kernel can know") {
    // Before 6.3 it cannot: it makes them, and the driver loses them.
    const bool known = xdpbond::control::read_kernel_features()->rdonly_cast;
    for (const way& here : ways()) {
        lab net(3);
        net.ready(0);
        net.ready(2);
        auto bond = publish(net, here);
        CHECK(lost_of(bond) == (known ? "1 EOPNOTSUPP" : ""));
        net.ready(1);
        CHECK(lost_of(bond) == "");
    }
}

TEST_CASE("a slave that is down: its copies are lost, where none was spared for carrier") {
    for (const way& here : ways()) {
        lab net(3);
        for (const unsigned slave : {0, 1, 2})
            net.ready(slave);
        auto bond = publish(net, here);
        net.up(2, false);
        CHECK(lost_of(bond) == (here.carrier_check ? "" : "2 ENETDOWN"));
        net.up(2, true);
        CHECK(lost_of(bond) == "");
    }
}

TEST_CASE("generic mode: no slave has to be ready, and those after a bad one get no copy either") {
    for (const way& here : ways()) {
        lab net(3);
        auto bond = publish(net, here, all);
        CHECK(lost_of(bond) == "");
        net.mtu(2, 600);
        CHECK(lost_of(bond, 700) == "2 EMSGSIZE");
        net.mtu(1, 600);
        CHECK(lost_of(bond, 700) == "1 EMSGSIZE, 2 ECANCELED");
        net.up(0, false);
        CHECK(lost_of(bond) ==
              (here.carrier_check ? "1 ECANCELED, 2 ECANCELED" : "0 ENETDOWN, 1 ECANCELED, 2 ECANCELED"));
    }
}

TEST_CASE("one slave in generic mode: what the kernel does with a frame is decided by the port that it came in on") {
    for (const way& here : ways()) {
        lab net(3);
        for (const unsigned slave : {0, 1, 2})
            net.ready(slave);
        auto bond = publish(net, here, 1u << 1);
        net.mtu(0, 600);
        CHECK(lost_of(bond, 700, net.ifindex(0)) == "0 EMSGSIZE");
        CHECK(lost_of(bond, 700, net.ifindex(1)) == "0 EMSGSIZE, 1 ECANCELED, 2 ECANCELED");
        CHECK(lost_of(bond, 700, net.ifindex(2)) == "0 EMSGSIZE");
        // What is not published is taken to be as the first slave.
        CHECK(lost_of(bond, 700) == "0 EMSGSIZE");
        auto first_generic = publish(net, here, 1u << 0);
        CHECK(lost_of(first_generic, 700) == "0 EMSGSIZE, 1 ECANCELED, 2 ECANCELED");
    }
}
