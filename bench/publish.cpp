// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "publish.hpp"

#include <xdpbond/control/publish.hpp>

#include <bpf/libbpf.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>

namespace xdpbond::bench {
namespace {

using control::error;
using control::exit_code;
using control::result;
using control::unique_fd;

// A descriptor of our own: the publisher closes its maps.
result<unique_fd> open_map(bpf_object& object, const std::string& name) {
    const int fd = ::bpf_object__find_map_fd_by_name(&object, name.c_str());
    unique_fd copy(fd < 0 ? fd : ::fcntl(fd, F_DUPFD_CLOEXEC, 0));
    if (!copy)
        return error{exit_code::failed, fmt::format("map {}: {}", name, std::strerror(errno))};
    return copy;
}

result<control::table_maps> open_maps(bpf_object& object, std::string_view bond) {
    auto table = open_map(object, fmt::format(".data.{}_table", bond));
    auto slaves = open_map(object, fmt::format("{}_slaves", bond));
    auto flood = open_map(object, fmt::format("{}_flood", bond));
    for (const auto* map : {&table, &slaves, &flood})
        if (!*map)
            return map->failure();
    return control::table_maps{std::move(*table), std::move(*slaves), std::move(*flood)};
}

xdpbond_half half_of(std::span<const std::uint32_t> ifindexes) {
    xdpbond_half half{};
    for (std::uint16_t place = 0; place < ifindexes.size(); ++place)
        half.slave[place] = half.sender[place] =
            half.preference[place] = {.device = 0,
                                      .ifindex = ifindexes[place],
                                      .slot = place,
                                      .flags = XDPBOND_PORT_USABLE | XDPBOND_PORT_REDIRECT};
    half.slaves = half.usable = half.preferred = static_cast<std::uint32_t>(ifindexes.size());
    return half;
}

} // namespace

result<void> publish(bpf_object& object, std::string_view bond, const xdpbond_options& options,
                     std::span<const std::uint32_t> ifindexes) {
    auto maps = open_maps(object, bond);
    if (!maps)
        return maps.failure();
    auto writer = control::publisher::open(std::move(*maps));
    if (!writer)
        return writer.failure();
    const auto published = writer->publish(half_of(ifindexes), options);
    return published ? result<void>{} : published.failure();
}

} // namespace xdpbond::bench
