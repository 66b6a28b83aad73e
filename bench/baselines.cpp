// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "baselines.hpp"

#include "baseline.skel.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <linux/bpf.h>

#include <cerrno>
#include <cstring>

namespace xdpbond::bench {
namespace {

using control::error;
using control::exit_code;
using control::result;

error failed(const char* what) {
    return {errno == EPERM ? exit_code::privilege : exit_code::failed,
            fmt::format("baseline programs: {}: {}", what, std::strerror(errno))};
}

subject subject_of(const bpf_program* program, std::uint32_t verdict) {
    return {.name = ::bpf_program__name(program), .program = ::bpf_program__fd(program), .verdict = verdict};
}

} // namespace

result<baselines> load_baselines(std::span<const std::uint32_t> ifindexes) {
    const std::shared_ptr<baseline> object(::baseline__open(), ::baseline__destroy);
    if (!object)
        return failed("cannot be opened");
    object->rodata->ports_used = static_cast<std::uint32_t>(ifindexes.size());
    if (::baseline__load(object.get()) < 0)
        return failed("cannot be loaded");

    for (std::uint32_t slot = 0; slot < ifindexes.size(); ++slot) {
        bpf_devmap_val value{};
        value.ifindex = ifindexes[slot];
        if (::bpf_map__update_elem(object->maps.ports, &slot, sizeof slot, &value, sizeof value, BPF_NOEXIST) < 0)
            return failed("cannot add a port");
    }
    const std::uint32_t first = 0;
    bpf_devmap_val value{};
    value.ifindex = ifindexes.front();
    if (::bpf_map__update_elem(object->maps.port, &first, sizeof first, &value, sizeof value, BPF_ANY) < 0)
        return failed("cannot add a port");

    object->links.xdp_tx = ::bpf_program__attach_xdp(object->progs.xdp_tx, static_cast<int>(ifindexes.front()));
    if (!object->links.xdp_tx)
        return failed("cannot be attached to the ingress port");

    return baselines{.object = object,
                     .xdp_tx = subject_of(object->progs.xdp_tx, XDP_TX),
                     .xdp_drop = subject_of(object->progs.xdp_drop, XDP_DROP),
                     .redirect_map = subject_of(object->progs.redirect_map, XDP_REDIRECT),
                     .redirect_array = subject_of(object->progs.redirect_array, XDP_REDIRECT),
                     .shared_counter = subject_of(object->progs.shared_counter, XDP_REDIRECT)};
}

} // namespace xdpbond::bench
