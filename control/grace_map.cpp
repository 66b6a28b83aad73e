// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "grace_map.hpp"

#include "libbpf_options.hpp"
#include "sentence.hpp"

#include <xdpbond/control/fd.hpp>

#include <bpf/bpf.h>

#include <cerrno>
#include <cstdint>

namespace xdpbond::control {

result<void> wait_by_map_update() {
    unique_fd inner(bpf_map_create(BPF_MAP_TYPE_ARRAY, "xdpbond_wait", 4, 4, 1, nullptr));
    if (!inner)
        return failed_with(errno, "waiting for readers", "cannot create a map");
    auto options = libbpf_options<bpf_map_create_opts>();
    options.inner_map_fd = static_cast<std::uint32_t>(inner.get());
    unique_fd outer(bpf_map_create(BPF_MAP_TYPE_ARRAY_OF_MAPS, "xdpbond_wait", 4, 4, 1, &options));
    if (!outer)
        return failed_with(errno, "waiting for readers", "cannot create a map of maps");
    std::uint32_t key = 0;
    int value = inner.get();
    if (bpf_map_update_elem(outer.get(), &key, &value, BPF_ANY))
        return failed_with(errno, "waiting for readers", "cannot update a map of maps");
    return {};
}

} // namespace xdpbond::control
