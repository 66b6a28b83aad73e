// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The differences that there are to be (differences.hpp), each as it is said.

#include "both_bonds.hpp"
#include "differences.hpp"

#include "support/layers.hpp"

#include <doctest/doctest.h>

using namespace xdpbond::test;

namespace {

void tell(unsigned index) {
    const auto& known = differences[index];
    MESSAGE(known.kernel << " " << known.ours << " " << known.why);
}

const bytes data_frame = ethernet() / ipv4() / udp(1234, 53) / payload(20);

// Slave 0, which sends, is lost, and slave 1 takes over in both bonds; when it is back it sends again in ours alone.
void check_return_of_first(both_bonds& bonds) {
    bonds.carrier(0, false);
    auto said = bonds.frame(data_frame, 2);
    CHECK(said.kernel == "1");
    CHECK(said.ours == "1");
    bonds.carrier(0, true);
    said = bonds.frame(data_frame, 2);
    CHECK(said.kernel == "1");
    CHECK(said.ours == "0");
}

} // namespace

TEST_CASE("control frames: a kernel bond's XDP program sends them like any, ours leaves them to the port's stack") {
    tell(control_frames);
    both_bonds bonds({"balance-xor", "layer2", {}}, {0, 1}, path::xdp, 2);
    const bytes arp_frame = ethernet() / arp() / payload(20);
    const bytes lldp = ethernet({0x01, 0x80, 0xc2, 0, 0, 0x0e}, mac_b, 0x88cc) / payload(40);
    for (const bytes& frame : {arp_frame, lldp}) {
        const auto said = bonds.frame(frame, 0);
        CHECK(said.kernel.size() == 1);
        CHECK(said.ours == "");
    }
    bonds.set("control_frames=none");
    for (const bytes& frame : {arp_frame, lldp}) {
        const auto said = bonds.frame(frame, 0);
        CHECK(said.kernel == said.ours);
    }
}

TEST_CASE("active-backup: back-up slaves' frames, and a slave that returns") {
    tell(back_up_frames);
    tell(return_in_active_backup);
    both_bonds bonds({"active-backup", {}, as_the_kernel}, {0, 1, 2}, path::xdp, 3);
    const auto said = bonds.frame(data_frame, 2);
    CHECK(said.kernel == "0");
    CHECK(said.ours == "");

    bonds.set("all_slaves_active=1");
    check_return_of_first(bonds);
    bonds.set("active_slave=s1");
    CHECK(bonds.frame(data_frame, 2).ours == "1");
}

TEST_CASE("802.3ad without a partner: a slave that returns") {
    tell(return_in_8023ad);
    both_bonds bonds({"802.3ad", "layer3+4", as_the_kernel}, {0, 1, 2}, path::xdp, 3);
    check_return_of_first(bonds);
}

TEST_CASE("balance-xor: the flows of lost slaves alone move, to where the kernel sends them, and come back") {
    tell(flows_of_lost_slaves);
    both_bonds bonds({"balance-xor", "layer3+4", as_the_kernel}, {0, 1, 2, 3, 4}, path::xdp, 5);
    std::vector<bytes> flows;
    for (unsigned i = 0; i < 100; ++i)
        flows.push_back(ethernet() / ipv4() / udp(static_cast<std::uint16_t>(1000 + 7 * i), 53) / payload(20));
    const unsigned on = 4;
    const auto before = bonds.frames(flows, on);
    REQUIRE(before.kernel == before.ours);
    const auto check = [&](const std::string& lost) {
        const auto after = bonds.frames(flows, on);
        std::string expected = before.ours;
        for (std::size_t i = 0; i < flows.size(); ++i)
            if (lost.find(expected[i]) != lost.npos)
                expected[i] = after.kernel[i];
        CAPTURE(lost);
        CHECK(after.ours == expected);
        CHECK((after.kernel == before.kernel) == lost.empty());
    };
    for (const unsigned lost : {0u, 2u, 3u}) {
        const unsigned other = (lost + 1) % 4;
        bonds.carrier(lost, false);
        check(std::to_string(lost));
        bonds.carrier(other, false);
        check(std::to_string(lost) + std::to_string(other));
        bonds.carrier(lost, true);
        bonds.carrier(other, true);
        check("");
    }
    CHECK(bonds.quiet());
}

TEST_CASE("CFM with an encap policy: no flow, as before 6.5; since then the kernel finds an empty one") {
    tell(cfm);
    both_bonds bonds({"balance-xor", "encap3+4", as_the_kernel}, {0, 1, 2}, path::xdp, 3);
    for (const std::uint8_t last : {0, 1, 2}) {
        const mac source{0x02, 0, 0, 0, 0, last};
        const auto said = bonds.frame(ethernet(mac_a, source) / trailer(0x8902, 60), 0);
        CHECK(said.ours == std::to_string((mac_a[5] ^ last ^ 0x8902) % 3)); // layer2
        CHECK(said.kernel == (kernel_knows_cfm() ? "0" : said.ours));
    }
}

TEST_CASE("tagged frames: as the kernel in XDP, not as behind a VLAN device") {
    tell(tagged_frames);
    both_bonds bonds({"balance-xor", "layer3+4", as_the_kernel}, {0, 1, 2}, path::xdp, 3);
    command("ip link add link bond0 name bond0.5 type vlan id 5 && ip link set bond0.5 up");
    unsigned other_path = 0;
    for (unsigned i = 0; i < 30; ++i) {
        const layer ports = udp(static_cast<std::uint16_t>(1000 + i), 53);
        const auto said = bonds.frame(ethernet() / vlan(5) / ipv4() / ports / payload(20), i % 3);
        CHECK(said.kernel == said.ours);
        other_path += bonds.kernel().send("bond0.5", ethernet() / ipv4() / ports / payload(20)) != said.kernel;
    }
    CHECK(other_path > 5);
}
