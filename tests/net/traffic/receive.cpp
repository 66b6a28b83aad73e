// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The far end: its program on every port, and reports of what arrived.

#include "traffic.hpp"
#include "traffic_receive.skel.h"

#include <net/if.h>
#include <sys/mman.h>

#include <bit>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>

namespace {

struct records {
    traffic_port* port = nullptr;
    std::uint8_t* seen = nullptr; // a byte a number, a bit a port
    std::uint64_t numbers = 0;
};

void* map_memory(const bpf_map* map, std::size_t size) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, bpf_map__fd(map), 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

void print_port(const std::string& name, const traffic_port& port, std::size_t patterns) {
    std::printf("{\"port\": \"%s\", \"packets\": %llu, \"altered\": %llu, \"duplicates\": %llu, \"reordered\": %llu, "
                "\"other\": %llu, \"frames\": [",
                name.c_str(), port.packets, port.altered, port.duplicates, port.reordered, port.other);
    for (std::size_t i = 0; i < patterns; i++)
        std::printf("%s%llu", i ? ", " : "", port.per_frame[i]);
    std::printf("]}");
}

void report(const traffic::request& request, const records& records, std::uint64_t first, std::uint64_t count) {
    std::uint64_t copies[TRAFFIC_PORTS + 1] = {};
    for (std::uint64_t i = first; i < first + count && i < records.numbers; i++)
        copies[std::popcount(records.seen[i])]++;
    std::printf("{\"lost\": %" PRIu64 ", \"copies\": [", copies[0]);
    for (std::size_t i = 0; i <= TRAFFIC_PORTS; i++)
        std::printf("%s%" PRIu64, i ? ", " : "", copies[i]);
    std::printf("], \"ports\": [");
    for (std::size_t i = 0; i < request.ports.size(); i++) {
        if (i)
            std::printf(", ");
        print_port(request.ports[i], records.port[i], request.patterns.size());
    }
    std::printf("]}\n");
    std::fflush(stdout);
}

void serve(const traffic::request& request, const records& records) {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string command;
        std::uint64_t first = 0, count = 0;
        words >> command >> first >> count;
        if (command == "report") {
            report(request, records, first, count);
        } else if (command == "reset") {
            std::memset(records.port, 0, TRAFFIC_PORTS * sizeof *records.port);
            std::memset(records.seen, 0, records.numbers);
            std::printf("{\"reset\": true}\n");
            std::fflush(stdout);
        }
    }
}

} // namespace

int traffic::receive(const request& request) {
    traffic_receive* program = traffic_receive__open();
    if (!program)
        return fail("open");
    records records;
    records.numbers = (request.count + 7) / 8 * 8;
    if (bpf_map__set_max_entries(program->maps.seen, static_cast<std::uint32_t>(records.numbers / 8)) ||
        traffic_receive__load(program) || !write_patterns(bpf_map__fd(program->maps.patterns), request.patterns))
        return fail("load");
    records.port = static_cast<traffic_port*>(map_memory(program->maps.ports, TRAFFIC_PORTS * sizeof(traffic_port)));
    records.seen = static_cast<std::uint8_t*>(map_memory(program->maps.seen, records.numbers));
    if (!records.port || !records.seen)
        return fail("mmap");
    bpf_link* links[TRAFFIC_PORTS] = {};
    for (std::uint32_t i = 0; i < request.ports.size(); i++) {
        const std::uint32_t ifindex = if_nametoindex(request.ports[i].c_str());
        if (!ifindex || bpf_map_update_elem(bpf_map__fd(program->maps.port_of), &ifindex, &i, BPF_ANY))
            return fail(request.ports[i]);
        links[i] = bpf_program__attach_xdp(program->progs.traffic_receive, static_cast<int>(ifindex));
        if (!links[i])
            return fail(request.ports[i]);
    }
    std::printf("{\"ready\": true}\n");
    std::fflush(stdout);
    serve(request, records);
    for (bpf_link* link : links)
        bpf_link__destroy(link);
    traffic_receive__destroy(program);
    return 0;
}
