// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What the sender and the far end have in common: words of the command line, patterns, network namespaces.

#include "layout.h"

#include <bpf/bpf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace traffic {

struct request {
    std::string netns;              // name as in `ip netns`
    std::vector<std::string> ports; // sender: one; far end: up to TRAFFIC_PORTS
    std::vector<traffic_pattern> patterns;
    std::uint64_t count = 0; // sender: frames to send; far end: numbers that can be recorded
    std::uint64_t first = 0; // sender: number of the first frame
    std::uint64_t rate = 0;  // sender: frames per second; 0: as fast as it goes
    int cpu = -1;            // run there only; -1: anywhere
};

// Sends, prints what was sent as JSON. Ends early on SIGTERM or SIGINT. Returns an exit code.
int send(const request& request);

// Attaches to the ports, prints {"ready": true}, then answers the commands on standard input until it ends:
//   reset                forgets everything seen
//   report FIRST COUNT   prints one line of JSON: what was seen; lost and copies for the numbers FIRST…FIRST+COUNT-1
int receive(const request& request);

// Prints "traffic: what: strerror(errno)" and returns exit code 1.
int fail(const std::string& what);

// Puts the patterns into a program's map. False with errno set on failure.
bool write_patterns(int map, const std::vector<traffic_pattern>& patterns);

} // namespace traffic
