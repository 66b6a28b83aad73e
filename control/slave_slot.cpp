// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "slave_slot.hpp"

#include "sentence.hpp"

#include <xdpbond/control/counters.hpp>
#include <xdpbond/control/device_map.hpp>
#include <xdpbond/control/errors.hpp>
#include <xdpbond/control/publish.hpp>
#include <xdpbond/control/slots.hpp>

#include <algorithm>

namespace xdpbond::control {

namespace {

result<std::uint32_t> find_free_slot(const bond_pins& pins, const xdpbond_config& config, const link_facts& port) {
    auto map = open_pin(pins.slaves());
    if (!map)
        return map.failure();
    auto table = publisher::open(pins);
    if (!table)
        return table.failure();
    slot_table in_use = devices_in(map->get());
    const auto take = [&in_use](std::uint32_t slot, std::uint32_t ifindex) {
        if (slot < in_use.size())
            in_use[slot] = ifindex;
    };
    const xdpbond_half half = table->published();
    for (__u32 i = 0; i < std::min<__u32>(half.slaves, XDPBOND_SLAVES_MAX); i++)
        take(half.slave[i].slot, half.slave[i].ifindex);
    for (__u32 i = 0; i < config.slaves; i++)
        take(config.slave[i].slot, config.slave[i].ifindex);
    if (config.peer.name[0])
        take(config.peer.slot, config.peer.ifindex);
    const auto free = std::ranges::find(in_use, 0u);
    if (free == in_use.end())
        return error{exit_code::failed, text(port.name, ": ", pins.name(), " has no free slot for it")};
    return static_cast<std::uint32_t>(free - in_use.begin());
}

} // namespace

result<free_slot> take_free_slot(const bond_pins& pins, const xdpbond_config& config, const link_facts& port) {
    auto slot = find_free_slot(pins, config, port);
    if (!slot)
        return slot.failure();
    auto counters = read_counters(pins);
    if (!counters)
        return counters.failure();
    if (auto errors = open_pin(pins.errors()))
        if (auto forgotten = forget_errors(errors->get(), *slot); !forgotten)
            return forgotten.failure();
    return free_slot{*slot, *counters};
}

} // namespace xdpbond::control
