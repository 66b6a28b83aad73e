// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/device_map.hpp>

#include "sentence.hpp"

#include <bpf/bpf.h>

#include <cerrno>

namespace xdpbond::control {

slot_table devices_in(int map) {
    slot_table devices{};
    for (std::uint32_t slot = 0; slot < devices.size(); slot++) {
        bpf_devmap_val value{};
        if (bpf_map_lookup_elem(map, &slot, &value) == 0)
            devices[slot] = value.ifindex;
    }
    return devices;
}

result<void> put_device(int map, std::uint32_t slot, std::uint32_t ifindex) {
    bpf_devmap_val value{};
    value.ifindex = ifindex;
    if (bpf_map_update_elem(map, &slot, &value, BPF_ANY)) {
        // The kernel's word for an ifindex that this network namespace does not have.
        if (errno == EINVAL)
            return error{exit_code::no_such, text("interface ", ifindex, ": it is gone")};
        return failed_with(errno, text("interface ", ifindex), "cannot put it into the device map");
    }
    return {};
}

result<void> remove_device(int map, std::uint32_t slot) {
    if (bpf_map_delete_elem(map, &slot) && errno != ENOENT)
        return failed_with(errno, text("slot ", slot), "cannot take it out of the device map");
    return {};
}

result<unique_fd> make_flood_set(std::span<const std::uint32_t> ifindexes) {
    unique_fd set(bpf_map_create(BPF_MAP_TYPE_DEVMAP_HASH, "xdpbond_flood", sizeof(std::uint32_t),
                                 sizeof(bpf_devmap_val), static_cast<__u32>(ifindexes.size()), nullptr));
    if (!set)
        return failed_with(errno, "broadcast", "cannot make the map of slaves");
    for (std::uint32_t key = 0; key < ifindexes.size(); key++)
        if (auto put = put_device(set.get(), key, ifindexes[key]); !put)
            return put.failure();
    return set;
}

bool has_devices(int flood_set, std::span<const std::uint32_t> ifindexes) {
    for (std::uint32_t key = 0; key < ifindexes.size(); key++) {
        bpf_devmap_val value{};
        if (bpf_map_lookup_elem(flood_set, &key, &value) || value.ifindex != ifindexes[key])
            return false;
    }
    return true;
}

} // namespace xdpbond::control
