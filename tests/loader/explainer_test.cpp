// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The kernel's answer and our program's verdict, rule by rule.

#include "explain_bond.hpp"
#include "explain_output.hpp"
#include "explainer.hpp"
#include "made_up_bond.hpp"
#include "support/layers.hpp"

#include <xdpbond/control/options.hpp>

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

using namespace xdpbond::loader;
using namespace xdpbond::test;
using xdpbond::control::assignments;
using kind = slave_answer::kind;

namespace {

bytes udp_frame(unsigned port = 53) {
    return ethernet() / ipv4() / udp(1234, port) / payload(20);
}

bytes arp_frame() {
    return ethernet() / arp();
}

bytes lacp_frame() {
    return ethernet({0x01, 0x80, 0xc2, 0x00, 0x00, 0x02}) / trailer(0x8809, 110);
}

bytes neighbour_frame() {
    return ethernet() / ipv6() / icmpv6(135);
}

bytes igmp_frame() {
    return ethernet() / ipv4() / igmp();
}

explained_bond numbered(unsigned slaves, const assignments& options) {
    xdpbond::control::bond_settings settings;
    for (const auto& [option, value] : options)
        REQUIRE(xdpbond::control::assign(settings, option, value));
    return numbered_bond(settings, slaves);
}

answer once(const explained_bond& bond, const bytes& frame, std::optional<std::uint32_t> ingress = std::nullopt) {
    return explainer(bond, ingress).explain(frame, frame.size());
}

// The kernel's slaves for frames in order: "1 2 0".
std::string slaves(const explained_bond& bond, std::initializer_list<bytes> frames) {
    explainer explain(bond);
    std::string text;
    for (const auto& frame : frames) {
        const auto answer = explain.explain(frame, frame.size());
        text += (text.empty() ? "" : " ") + std::to_string(answer.slave.place);
    }
    return text;
}

} // namespace

TEST_CASE("balance-xor: hash, slave and reason agree") {
    const auto bond = numbered(3, {{"mode", "balance-xor"}, {"xmit_hash_policy", "layer2"}});
    const auto answer = once(bond, udp_frame()); // from ..0b to ..0a
    CHECK(answer.hash == 0x0801);
    CHECK(answer.slave == slave_answer{kind::one, 0x0801 % 3});
    CHECK(answer.verdict == "XDP_REDIRECT");
    CHECK(answer.why == "layer2: 0x00000801 % 3 usable = 0");
}

TEST_CASE("802.3ad with N slaves hashes over all of them") {
    const auto bond = numbered(4, {{"mode", "802.3ad"}});
    CHECK(bond.half.usable == 4);
    const auto answer = once(bond, udp_frame());
    CHECK(answer.slave.place == *answer.hash % 4);
}

TEST_CASE("balance-rr counts frames as the kernel does; those that our program keeps take a turn only there") {
    const auto bond = numbered(3, {});
    CHECK(slaves(bond, {udp_frame(), udp_frame(), udp_frame(), udp_frame()}) == "1 2 0 1");
    CHECK(slaves(bond, {udp_frame(), arp_frame(), udp_frame()}) == "1 2 0");
    CHECK(slaves(bond, {udp_frame(), igmp_frame(), udp_frame()}) == "1 0 2");
    explainer explain(bond);
    static_cast<void>(explain.explain(arp_frame(), arp_frame().size()));
    const auto after = explain.explain(udp_frame(), udp_frame().size());
    CHECK(after.slave.place == 2);
    CHECK(after.why == "turn 1 % 3 slaves = 1: 1");
    CHECK(!after.hash);
}

TEST_CASE("balance-rr at random has no slave to name") {
    const auto bond = numbered(3, {{"packets_per_slave", "0"}});
    const auto answer = once(bond, udp_frame());
    CHECK(answer.slave.which == kind::random);
    CHECK(answer.why.find("random") == 0);
    const auto json = answer_json(0, answer, bond);
    CHECK(json.dump() == R"({"frame":0,"hash":null,"slave":null,"verdict":"XDP_REDIRECT","why":"random: )"
                         R"(packets_per_slave is 0"})");
}

TEST_CASE("rr_slaves=usable gives a dead slave's turns to all") {
    made_up_bond made(3);
    made.config.options.carrier_check = 0;
    made.config.options.rr_slaves = XDPBOND_RR_USABLE;
    made.links[0].carrier = false;
    const explained_bond bond{made.config.options, made.plan(), {"s0", "s1", "s2"}, ""};
    explainer explain(bond);
    std::string whys;
    for (int i = 0; i < 2; ++i)
        whys += explain.explain(udp_frame(), 62).why + "; ";
    CHECK(whys == "turn 1 % 2 usable = 1: s2; turn 2 % 2 usable = 0: s1; ");
}

TEST_CASE("active-backup: the active slave, back to where the frame came from") {
    const auto bond = numbered(3, {{"mode", "active-backup"}});
    CHECK(once(bond, udp_frame()).slave == slave_answer{kind::one, 0});
    CHECK(once(bond, udp_frame()).verdict == "XDP_TX");
    CHECK(!once(bond, udp_frame()).hash);
    const auto preferred = numbered(3, {{"mode", "active-backup"}, {"primary", "2"}});
    CHECK(once(preferred, udp_frame()).slave == slave_answer{kind::one, 2});
}

TEST_CASE("active-backup: frames from a back-up slave are dropped, link-local ones are not") {
    const auto bond = numbered(3, {{"mode", "active-backup"}});
    CHECK(once(bond, udp_frame(), 2).verdict == "XDP_DROP");
    CHECK(once(bond, udp_frame(), 2).why == "arrived on a back-up slave; 0 is active");
    CHECK(once(bond, arp_frame(), 2).verdict == "XDP_DROP");
    CHECK(once(bond, lacp_frame(), 2).verdict == "XDP_PASS");
    CHECK(once(bond, udp_frame(), 1).verdict == "XDP_TX");
    const auto all = numbered(3, {{"mode", "active-backup"}, {"all_slaves_active", "1"}});
    CHECK(once(all, udp_frame(), 2).verdict == "XDP_REDIRECT");
    CHECK(once(all, arp_frame(), 2).verdict == "XDP_PASS");
}

TEST_CASE("broadcast: all, one copy each") {
    const auto bond = numbered(3, {{"mode", "broadcast"}});
    const auto answer = once(bond, udp_frame());
    CHECK(answer.slave.which == kind::all);
    CHECK(answer.verdict == "XDP_REDIRECT");
    CHECK(answer_json(0, answer, bond)["slave"] == "all");
    CHECK(once(numbered(1, {{"mode", "broadcast"}}), udp_frame()).slave.which == kind::all);
}

TEST_CASE("control frames stay by class, the kernel's answer is given all the same") {
    const auto verdicts = [](const char* control_frames) {
        const auto bond = numbered(2, {{"mode", "2"}, {"control_frames", control_frames}});
        std::string text;
        for (const bytes& frame : {lacp_frame(), arp_frame(), bytes(20, 0xee), udp_frame()}) {
            CHECK(once(bond, frame).hash);
            CHECK(once(bond, frame).slave.which == kind::one);
            text += once(bond, frame).verdict.substr(4) + " ";
        }
        return text;
    };
    CHECK(verdicts("default") == "PASS PASS PASS REDIRECT ");
    CHECK(verdicts("link-local") == "PASS REDIRECT REDIRECT REDIRECT ");
    CHECK(verdicts("none") == "REDIRECT REDIRECT REDIRECT REDIRECT ");
}

TEST_CASE("a frame leaves by XDP_TX only where it came in, and never under a kernel bond") {
    auto bond = numbered(2, {{"mode", "2"}});
    const auto place = once(bond, udp_frame()).slave.place;
    CHECK(once(bond, udp_frame(), place + 1).verdict == "XDP_TX");
    CHECK(once(bond, udp_frame(), 2 - place).verdict == "XDP_REDIRECT");
    bond.half.sender[place].flags |= XDPBOND_PORT_REDIRECT;
    CHECK(once(bond, udp_frame(), place + 1).verdict == "XDP_REDIRECT");
}

TEST_CASE("a slave that is dead in band: the kernel's answer leaves it out, ours moves its flows only") {
    made_up_bond made(3, XDPBOND_MODE_BALANCE_XOR);
    made.links[1].carrier = false;
    const auto bond = bond_as_published(made.state());
    REQUIRE(bond.half.usable == 3);
    bool moved = false, stayed = false;
    for (unsigned last = 0; last < 30; ++last) {
        bytes frame = udp_frame();
        frame[5] = static_cast<std::uint8_t>(last);
        const auto answer = once(bond, frame);
        const auto first = *answer.hash % 3, without = *answer.hash % 2 * 2;
        CHECK(answer.slave.place == without);
        if (first == 1) {
            CHECK(answer.why.find("which has no carrier: s" + std::to_string(without)) != std::string::npos);
            moved = true;
        } else if (first != without) {
            CHECK(answer.why.find(": s" + std::to_string(first)) != std::string::npos);
            stayed = true;
        }
    }
    CHECK(moved);
    CHECK(stayed);
}

TEST_CASE("802.3ad without LACP: the next slave stands in for a dead one, in the kernel and here") {
    made_up_bond made(3, XDPBOND_MODE_8023AD);
    const auto before = bond_as_published(made.state());
    CHECK(once(before, udp_frame()).slave == slave_answer{kind::one, 0});
    auto dead = before;
    for (auto* port : {&dead.half.sender[0], &dead.half.slave[0], &dead.half.preference[0]})
        port->flags |= XDPBOND_PORT_NO_CARRIER;
    CHECK(once(dead, udp_frame()).slave == slave_answer{kind::one, 1});
    CHECK(once(dead, udp_frame()).why.find("which has no carrier: s1 instead") != std::string::npos);
}

TEST_CASE("no slave alive: the option decides") {
    for (unsigned mode = 0; mode <= XDPBOND_MODE_8023AD; ++mode)
        for (unsigned carrier_check : {0, 1}) {
            CAPTURE(mode);
            made_up_bond made(2, mode);
            made.config.options.carrier_check = static_cast<__u8>(carrier_check);
            made.links[0].carrier = made.links[1].carrier = false;
            auto bond = bond_as_published(made.state());
            CHECK(once(bond, udp_frame()).slave.which == kind::none);
            CHECK(once(bond, udp_frame()).verdict == "XDP_DROP");
            CHECK(once(bond, udp_frame()).why == "no slave is alive: no_slave=drop");
            bond.options.no_slave = XDPBOND_OTHERWISE_PASS;
            CHECK(once(bond, udp_frame()).verdict == "XDP_PASS");
        }
}

TEST_CASE("forward: from the slaves to the other side, from there to the bond; ARP goes through") {
    made_up_bond made(2, XDPBOND_MODE_BALANCE_XOR);
    made.forward_to("p0");
    const auto bond = bond_as_published(made.state());
    CHECK(bond.peer == "p0");
    CHECK(once(bond, udp_frame()).verdict == "XDP_REDIRECT");
    CHECK(once(bond, udp_frame()).why.find("layer2") == 0);
    CHECK(once(bond, arp_frame()).verdict == "XDP_REDIRECT");
    CHECK(once(bond, lacp_frame()).verdict == "XDP_PASS");
    CHECK(once(bond, udp_frame(), 11).why == "arrived on a slave: forwarded to p0");
    CHECK(once(bond, lacp_frame(), 11).verdict == "XDP_PASS");
    auto dead = bond;
    dead.half.peer.flags |= XDPBOND_PORT_NO_CARRIER;
    CHECK(once(dead, udp_frame(), 11).verdict == "XDP_DROP");
}

TEST_CASE("names, where the bond has some") {
    made_up_bond made(2, XDPBOND_MODE_ACTIVE_BACKUP);
    const auto bond = bond_as_published(made.state());
    const auto answer = once(bond, udp_frame());
    CHECK(answer_json(7, answer, bond)["slave"] == "s0");
    CHECK(answer_json(7, answer, bond)["frame"] == 7);
    CHECK(answer_text(7, answer, bond) == "frame 7  slave s0  XDP_TX  the active slave\n");
}

TEST_CASE("a frame cut by the capture: its whole length counts, and doubt is said") {
    const auto bond = numbered(4, {{"mode", "2"}, {"xmit_hash_policy", "layer3+4"}});
    const bytes whole = udp_frame();
    const auto explain_cut = [&](std::size_t size) {
        const bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        return explainer(bond).explain(part, whole.size());
    };
    const auto headers = explain_cut(14 + 20 + 4);
    CHECK(headers.hash == once(bond, whole).hash);
    CHECK(headers.why.find("captured") == std::string::npos);
    const auto cut = explain_cut(14 + 20 + 2);
    CHECK(cut.why.find("only 36 of 62 bytes were captured") != std::string::npos);
    CHECK(cut.verdict == "XDP_REDIRECT");
    CHECK(explain_cut(20).verdict == "XDP_REDIRECT"); // no runt: the whole frame is longer
}

TEST_CASE("a frame cut anywhere: the whole frame's answer, or doubt is said") {
    for (const bytes& whole : {udp_frame(), neighbour_frame(), igmp_frame(), arp_frame()})
        for (const std::string mode : {"balance-rr", "balance-xor"})
            for (const std::string policy : {"layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4", "vlan+srcmac"}) {
                const auto bond = mode == "balance-rr" ? numbered(4, {{"mode", mode}})
                                                       : numbered(4, {{"mode", mode}, {"xmit_hash_policy", policy}});
                const auto truth = once(bond, whole);
                for (std::size_t size = 0; size < whole.size(); ++size) {
                    const bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
                    const auto cut = explainer(bond).explain(part, whole.size());
                    const bool doubted = cut.why.find("captured") != std::string::npos;
                    CAPTURE(mode);
                    CAPTURE(policy);
                    CAPTURE(size);
                    CHECK((doubted ||
                           (cut.hash == truth.hash && cut.verdict == truth.verdict && cut.slave == truth.slave)));
                }
            }
}

TEST_CASE("frames of 0 to 13 bytes have answers") {
    const auto bond = numbered(3, {{"mode", "2"}, {"xmit_hash_policy", "encap3+4"}});
    for (std::size_t size = 0; size < 14; ++size) {
        const auto answer = once(bond, bytes(size, 0xff));
        CHECK(answer.hash == 0);
        CHECK(answer.slave.place == 0);
        CHECK(answer.verdict == "XDP_PASS");
    }
}
