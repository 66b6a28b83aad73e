// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Traced frames as lines, JSON and pcap. Pure.

#include <xdpbond/bpf/abi.h>

#include <cstdint>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

namespace xdpbond::loader {

// What a record's numbers mean here.
struct trace_terms {
    std::map<std::uint32_t, std::string> names; // of interfaces, by ifindex
    std::uint64_t epoch = 0;                    // ns: what has to be added to a record's time for the time since 1970
};

// "12:30:05.000123 s0 -> s1 sent, length 98: 02:…:0b > 02:…:0a, IPv4 10.0.0.1 > 10.0.0.2, UDP", the local time.
std::string trace_line(const xdpbond_trace& frame, const trace_terms& terms);

// {"time": ns since 1970, "ingress", "egress": name or null, "verdict", "reason", "length", "frame": hex}
nlohmann::ordered_json trace_json(const xdpbond_trace& frame, const trace_terms& terms);

// A classic pcap file, nanoseconds, Ethernet: how it begins, and each frame.
std::string pcap_header();
std::string pcap_frame(const xdpbond_trace& frame, const trace_terms& terms);

} // namespace xdpbond::loader
