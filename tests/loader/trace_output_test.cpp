// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Traced frames as lines, JSON and pcap.

#include "capture.hpp"
#include "trace_output.hpp"

#include <doctest/doctest.h>
#include <linux/bpf.h>

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <sstream>

using namespace xdpbond::loader;

namespace {

const trace_terms terms{{{1, "s0"}, {2, "s1"}}, 1'000'000'000};

xdpbond_trace frame(std::initializer_list<unsigned> after_addresses, unsigned padding = 40) {
    xdpbond_trace made{};
    made.time = 3'600'000'123'456; // an hour
    made.ingress = 1;
    made.egress = 2;
    made.verdict = XDP_REDIRECT;
    const unsigned char addresses[] = {2, 0, 0, 0, 0, 0xa, 2, 0, 0, 0, 0, 0xb};
    std::memcpy(made.frame, addresses, sizeof(addresses));
    std::size_t at = sizeof(addresses);
    for (unsigned byte : after_addresses)
        made.frame[at++] = static_cast<__u8>(byte);
    made.captured = static_cast<__u16>(at + padding);
    made.length = made.captured;
    return made;
}

xdpbond_trace udp() {
    auto made = frame({0x08, 0x00, 0x45, 0, 0, 28, 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2});
    made.length = 1500;
    return made;
}

std::string line(const xdpbond_trace& traced) {
    ::setenv("TZ", "UTC0", 1);
    ::tzset();
    return trace_line(traced, terms);
}

} // namespace

TEST_CASE("a line: time, both slaves, the reason, the frame") {
    CHECK(line(udp()) == "01:00:01.000123 s0 -> s1 sent, length 1500: 02:00:00:00:00:0b > 02:00:00:00:00:0a, "
                         "IPv4 10.0.0.1 > 10.0.0.2, UDP\n");
}

TEST_CASE("a frame that stays has its verdict where others have a slave") {
    auto arp = frame({0x08, 0x06});
    arp.egress = 0;
    arp.verdict = XDP_PASS;
    arp.reason = XDPBOND_REASON_NEIGHBOUR;
    CHECK(line(arp).find("s0 -> XDP_PASS neighbour, length 54: ") != std::string::npos);
    CHECK(line(arp).find(", ARP\n") != std::string::npos);
    arp.verdict = XDP_DROP;
    arp.reason = XDPBOND_REASON_BACKUP;
    CHECK(line(arp).find("s0 -> XDP_DROP backup, ") != std::string::npos);
}

TEST_CASE("one that left through another slave tells both") {
    auto moved = udp();
    moved.reason = XDPBOND_REASON_CARRIER;
    CHECK(line(moved).find("s0 -> s1 carrier, ") != std::string::npos);
}

TEST_CASE("tags, IPv6, an unknown type, an unknown interface, a short frame") {
    CHECK(line(frame({0x81, 0x00, 0x20, 7, 0x08, 0x06})).find(", VLAN 7, ARP\n") != std::string::npos);
    CHECK(line(frame({0x86, 0xdd})).find(", IPv6 :: > ::, protocol 0\n") != std::string::npos);
    CHECK(line(frame({0x86, 0xdd}, 39)).find(", ethertype 0x86dd\n") != std::string::npos);
    CHECK(line(frame({0x88, 0xb5})).find(", ethertype 0x88b5\n") != std::string::npos);
    auto other = udp();
    other.ingress = 9;
    CHECK(line(other).find(" if9 -> s1 ") != std::string::npos);
    for (unsigned size = 0; size <= 60; ++size) {
        other.captured = static_cast<__u16>(size);
        CHECK(line(other).back() == '\n');
        if (size < 14)
            CHECK(line(other).find(": too short\n") != std::string::npos);
    }
}

TEST_CASE("JSON has the same, and the bytes") {
    auto traced = udp();
    traced.captured = 14;
    CHECK(trace_json(traced, terms).dump() ==
          R"({"time":3601000123456,"ingress":"s0","egress":"s1","verdict":"XDP_REDIRECT","reason":"sent",)"
          R"("length":1500,"frame":"02000000000a02000000000b0800"})");
    traced.egress = 0;
    CHECK(trace_json(traced, terms)["egress"].is_null());
}

TEST_CASE("pcap: what `explain --pcap` reads, with the whole length") {
    const auto traced = udp();
    std::istringstream file(pcap_header() + pcap_frame(traced, terms) + pcap_frame(frame({0x08, 0x06}), terms));
    auto reader = capture::open(file, "trace.pcap");
    REQUIRE(reader);
    captured_frame got;
    REQUIRE(*reader->next(got));
    CHECK(got.length == 1500);
    CHECK(got.bytes.size() == traced.captured);
    CHECK(std::memcmp(got.bytes.data(), traced.frame, traced.captured) == 0);
    REQUIRE(*reader->next(got));
    CHECK(got.length == 54);
    CHECK(!*reader->next(got));
    const auto bytes = pcap_frame(traced, terms);
    __u32 time[2];
    std::memcpy(time, bytes.data(), sizeof(time));
    CHECK(time[0] == 3601);
    CHECK(time[1] == 123456);
}
