// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/config.hpp>

#include "mac.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"

#include <bpf/bpf.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

namespace xdpbond::control {

result<xdpbond_config> read_config(int map, std::string_view bond) {
    bpf_map_info info{};
    __u32 size = sizeof(info), key = 0;
    if (bpf_obj_get_info_by_fd(map, &info, &size))
        return failed_with(errno, bond, "cannot look at its configuration");
    // Another version's may be shorter or longer; magic and version begin every one.
    std::vector<std::byte> value(info.value_size);
    if (bpf_map_lookup_elem(map, &key, value.data()))
        return failed_with(errno, bond, "cannot read its configuration");
    xdpbond_config config{};
    std::memcpy(&config, value.data(), std::min(value.size(), sizeof(config)));
    // All zero: an `up` that ended between making the map and writing it.
    if (value.size() != sizeof(config) ||
        (config.magic && (config.magic != XDPBOND_MAGIC || config.abi_version != XDPBOND_ABI_VERSION)))
        return error{exit_code::unsupported,
                     text(bond, ": made by another version of xdpbond (ABI ", config.abi_version, ", this is ",
                          XDPBOND_ABI_VERSION, "); use that version for it")};
    return config;
}

result<void> write_config(int map, const xdpbond_config& config) {
    __u32 key = 0;
    if (bpf_map_update_elem(map, &key, &config, BPF_ANY))
        return failed_with(errno, name_of(config.name), "cannot write its configuration");
    return {};
}

bond_settings settings_of(const xdpbond_config& config) {
    const bool given = config.flags & XDPBOND_BOND_ADDRESS_SET;
    return {config.options, config.watch, name_of(config.primary), name_of(config.active_slave),
            given ? mac_of(config.address) : mac_address{}};
}

void set_settings(xdpbond_config& config, const bond_settings& settings) {
    config.options = settings.options;
    config.watch = settings.watch;
    set_name(config.primary, settings.primary);
    set_name(config.active_slave, settings.active_slave);
    // Without an address that is given, a bond keeps the one it has, also where its first slave has left.
    const bool given = !is_zero(settings.address);
    if (given || config.flags & XDPBOND_BOND_ADDRESS_SET)
        std::ranges::copy(settings.address, config.address);
    config.flags &= ~static_cast<__u32>(XDPBOND_BOND_ADDRESS_SET);
    if (given)
        config.flags |= XDPBOND_BOND_ADDRESS_SET;
    adopt_address(config);
}

std::string name_of(std::span<const char> field) {
    return {field.begin(), std::ranges::find(field, '\0')};
}

void set_name(std::span<char> field, std::string_view text) {
    std::ranges::fill(field, '\0');
    std::ranges::copy(text.substr(0, field.size() - 1), field.begin());
}

} // namespace xdpbond::control
