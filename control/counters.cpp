// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/counters.hpp>

#include "sentence.hpp"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <cerrno>
#include <vector>

namespace xdpbond::control {

namespace {

void add(xdpbond_count& to, const xdpbond_count& more) {
    to.packets += more.packets;
    to.bytes += more.bytes;
}

} // namespace

result<xdpbond_counters> read_counters(int map) {
    static_assert(sizeof(xdpbond_counters) % 8 == 0, "the kernel pads per-CPU values to 8 bytes");
    const int cpus = libbpf_num_possible_cpus();
    if (cpus < 0)
        return failed_with(cpus, "counters", "cannot tell how many CPUs there are");
    std::vector<xdpbond_counters> each(static_cast<std::size_t>(cpus));
    __u32 key = 0;
    if (bpf_map_lookup_elem(map, &key, each.data()))
        return failed_with(errno, "counters", "cannot read them");
    xdpbond_counters sum{};
    for (const auto& one : each) {
        sum.untold += one.untold;
        for (std::size_t i = 0; i < XDPBOND_SLOTS_MAX; i++)
            add(sum.slave[i], one.slave[i]);
        for (std::size_t i = 0; i < XDPBOND_REASONS_MAX; i++)
            add(sum.reason[i], one.reason[i]);
    }
    return sum;
}

result<xdpbond_counters> read_counters(const bond_pins& pins) {
    auto map = open_pin(pins.counters());
    if (!map)
        return map.failure();
    return read_counters(map->get());
}

} // namespace xdpbond::control
