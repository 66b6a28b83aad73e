// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/flood.hpp>

#include "sentence.hpp"

#include <xdpbond/control/device_map.hpp>

#include <bpf/bpf.h>

#include <algorithm>
#include <cerrno>

namespace xdpbond::control {

namespace {

result<void> clear(int map, std::uint32_t half) {
    std::uint32_t id;
    if (bpf_map_lookup_elem(map, &half, &id))
        return {};
    if (bpf_map_delete_elem(map, &half) && errno != ENOENT)
        return failed_with(errno, "broadcast", "cannot remove the map of slaves");
    return {};
}

} // namespace

result<void> flood_sets::set(int map, std::uint32_t half, std::span<const std::uint32_t> ifindexes) {
    known_set& mine = sets_[half & 1];
    if (ifindexes.size() < 2) {
        mine = {};
        return clear(map, half);
    }
    // A device that was deleted left its set, even if another one with the same ifindex has come since.
    auto still_holds = [&](const known_set& set) {
        return set.map && std::ranges::equal(set.members, ifindexes) && has_devices(set.map->get(), ifindexes);
    };
    if (still_holds(mine))
        return {};

    known_set next{{ifindexes.begin(), ifindexes.end()}, sets_[(half & 1) ^ 1].map};
    if (!still_holds(sets_[(half & 1) ^ 1])) {
        auto made = make_flood_set(ifindexes);
        if (!made)
            return made.failure();
        next.map = std::make_shared<unique_fd>(*std::move(made));
    }
    int inner = next.map->get();
    if (bpf_map_update_elem(map, &half, &inner, BPF_ANY))
        return failed_with(errno, "broadcast", "cannot set the map of slaves");
    mine = std::move(next);
    return {};
}

result<void> flood_sets::forget(int map, std::uint32_t idle) {
    std::uint32_t id, published = (idle & 1) ^ 1;
    return bpf_map_lookup_elem(map, &published, &id) ? set(map, idle, {}) : result<void>();
}

} // namespace xdpbond::control
