// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bond_maps.hpp"

#include "libbpf_options.hpp"

#include <xdpbond/control/device_map.hpp>

#include <bpf/bpf.h>
#include <doctest/doctest.h>
#include <fcntl.h>

using namespace xdpbond::control;

namespace {

unique_fd make(bpf_map_type type, std::uint32_t value_size, std::uint32_t entries, std::uint32_t flags, int inner) {
    auto options = libbpf_options<bpf_map_create_opts>();
    options.map_flags = flags;
    options.inner_map_fd = static_cast<std::uint32_t>(inner);
    unique_fd map(bpf_map_create(type, "xdpbond_test", 4, value_size, entries, &options));
    REQUIRE(map);
    return map;
}

unique_fd copy(const unique_fd& fd) {
    return unique_fd(fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
}

} // namespace

bond_maps::bond_maps() {
    maps.table = make(BPF_MAP_TYPE_ARRAY, sizeof(xdpbond_table), 1, BPF_F_MMAPABLE, 0);
    maps.slaves = make(BPF_MAP_TYPE_DEVMAP_HASH, sizeof(bpf_devmap_val), XDPBOND_SLOTS_MAX, 0, 0);
    const unique_fd inner = make(BPF_MAP_TYPE_DEVMAP_HASH, sizeof(bpf_devmap_val), XDPBOND_SLAVES_MAX, 0, 0);
    maps.flood = make(BPF_MAP_TYPE_ARRAY_OF_MAPS, 4, 2, 0, inner.get());
}

publisher bond_maps::publisher() const {
    auto opened = xdpbond::control::publisher::open({copy(maps.table), copy(maps.slaves), copy(maps.flood)});
    REQUIRE(opened);
    return *std::move(opened);
}

slot_table bond_maps::devices() const {
    return devices_in(maps.slaves.get());
}

std::uint32_t bond_maps::flood_id(std::uint32_t half) const {
    std::uint32_t id = 0;
    return bpf_map_lookup_elem(maps.flood.get(), &half, &id) == 0 ? id : 0;
}

xdpbond_half half_of(const std::vector<std::uint32_t>& ifindexes) {
    xdpbond_half half{};
    for (auto ifindex : ifindexes) {
        xdpbond_port port{};
        port.ifindex = ifindex;
        port.slot = static_cast<__u16>(half.slaves);
        port.flags = XDPBOND_PORT_USABLE;
        half.slave[half.slaves++] = half.sender[half.usable++] = half.preference[half.preferred++] = port;
    }
    return half;
}
