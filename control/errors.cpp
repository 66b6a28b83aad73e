// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/errors.hpp>

#include "libbpf_log.hpp"
#include "sentence.hpp"

#include "xdpbond_errors.skel.h"

#include <xdpbond/control/netns.hpp>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <numeric>
#include <system_error>
#include <tuple>

namespace xdpbond::control {

namespace {

struct destroy {
    void operator()(xdpbond_errors* skeleton) const { xdpbond_errors__destroy(skeleton); }
};

error cannot(int code, const libbpf_log* log = nullptr) {
    return {code_of(code), text("redirect errors: cannot count them: ", words_of(code)), log ? log->text() : ""};
}

result<std::uint32_t> map_id(int map) {
    bpf_map_info info{};
    __u32 size = sizeof(info);
    if (bpf_obj_get_info_by_fd(map, &info, &size))
        return cannot(errno);
    return info.id;
}

result<void> start(const bond_pins& pins) {
    libbpf_log log;
    const std::unique_ptr<xdpbond_errors, destroy> skeleton(xdpbond_errors__open());
    if (!skeleton)
        return cannot(errno, &log);
    for (const auto& [map, path] : {std::pair{skeleton->maps.table, pins.table()},
                                    {skeleton->maps.flood, pins.flood()},
                                    {skeleton->maps.errors, pins.errors()}}) {
        auto fd = open_pin(path);
        if (!fd)
            return fd.failure();
        if (int code = bpf_map__reuse_fd(map, fd->get()))
            return cannot(code, &log);
    }
    auto slaves = open_pin(pins.slaves());
    auto cookie = netns_cookie();
    if (!slaves || !cookie)
        return slaves ? cookie.failure() : slaves.failure();
    auto id = map_id(slaves->get());
    if (!id)
        return id.failure();
    skeleton->rodata->slaves_id = *id;
    skeleton->rodata->netns = *cookie;
    if (int code = xdpbond_errors__load(skeleton.get()))
        return cannot(code, &log);
    bpf_program* program;
    bpf_object__for_each_program(program, skeleton->obj) {
        bpf_link* link = bpf_program__attach(program);
        if (!link)
            return cannot(errno, &log);
        auto pinned = make_pin(bpf_link__fd(link), pins.counting(bpf_program__name(program)));
        bpf_link__destroy(link); // the pin holds it
        if (!pinned)
            return pinned;
    }
    return {};
}

// The pins of the links: <folder>/counting_<program>.
std::vector<std::string> counting_pins(const bond_pins& pins) {
    auto names = pins_in(pins);
    if (!names)
        return {};
    std::erase_if(*names, [](const std::string& name) { return !name.starts_with("counting_"); });
    return *names;
}

result<std::vector<xdpbond_error_key>> keys_of(int map) {
    std::vector<xdpbond_error_key> keys;
    xdpbond_error_key key{};
    const void* before = nullptr;
    // Entries that come meanwhile may begin the walk anew; there are not more of them than this.
    while (keys.size() < 4 * XDPBOND_ERRORS_MAX && bpf_map_get_next_key(map, before, &key) == 0) {
        keys.push_back(key);
        before = &keys.back();
    }
    return keys;
}

} // namespace

result<void> start_counting_errors(const bond_pins& pins) {
    auto started = start(pins);
    if (!started)
        for (const auto& name : counting_pins(pins))
            static_cast<void>(remove_pin(pins.folder / name));
    return started;
}

bool counts_errors(const bond_pins& pins) {
    return !counting_pins(pins).empty();
}

result<std::vector<error_count>> read_errors(int map) {
    const int cpus = libbpf_num_possible_cpus();
    if (cpus < 0)
        return cannot(cpus);
    auto keys = keys_of(map);
    if (!keys)
        return keys.failure();
    std::vector<error_count> found;
    std::vector<std::uint64_t> values(static_cast<std::size_t>(cpus));
    for (const auto& key : *keys) {
        const bool known = std::ranges::any_of(
            found, [&](const error_count& row) { return row.slot == key.slot && row.error == key.error; });
        if (!known && bpf_map_lookup_elem(map, &key, values.data()) == 0)
            found.push_back({key.slot, key.error, std::accumulate(values.begin(), values.end(), std::uint64_t{0})});
    }
    std::ranges::sort(found, {}, [](const error_count& row) { return std::tuple(row.slot, row.error); });
    return found;
}

result<void> forget_errors(int map, std::uint32_t slot) {
    auto keys = keys_of(map);
    if (!keys)
        return keys.failure();
    for (const auto& key : *keys)
        if (key.slot == slot && bpf_map_delete_elem(map, &key) && errno != ENOENT)
            return failed_with(errno, "redirect errors", "cannot remove an entry");
    return {};
}

} // namespace xdpbond::control
