// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/publish.hpp>

#include "sentence.hpp"

#include <xdpbond/control/device_map.hpp>
#include <xdpbond/control/grace.hpp>
#include <xdpbond/control/halves.hpp>

#include <algorithm>
#include <vector>

namespace xdpbond::control {

namespace {

// Every place of a half that stands for a device: each slave first of all in enslave order.
template <class Half>
auto places_of(Half& half) {
    std::vector<decltype(&half.peer)> places;
    auto add = [&places](auto& ports, __u32 used) {
        for (__u32 i = 0; i < std::min<__u32>(used, XDPBOND_SLAVES_MAX); i++)
            if (ports[i].ifindex)
                places.push_back(&ports[i]);
    };
    add(half.slave, half.slaves);
    add(half.sender, half.usable);
    add(half.preference, half.preferred);
    if (half.peer.ifindex)
        places.push_back(&half.peer);
    return places;
}

slot_table slots_of(const xdpbond_half& half) {
    slot_table slots{};
    for (const auto* port : places_of(half))
        if (port->slot < slots.size())
            slots[port->slot] = port->ifindex;
    return slots;
}

// The address of the same device at the same slot; 0: not there. Its key in the device map shows that it still lives.
std::uint64_t known_address(const xdpbond_half& half, const xdpbond_port& wanted) {
    for (const auto* port : places_of(half))
        if (port->ifindex == wanted.ifindex && port->slot == wanted.slot && port->device)
            return port->device;
    return 0;
}

} // namespace

result<publisher> publisher::open(table_maps maps) {
    auto table = mapped_table::open(maps.table.get());
    if (!table)
        return table.failure();
    return publisher(std::move(maps), *std::move(table));
}

result<publisher> publisher::open(const bond_pins& pins) {
    table_maps maps;
    for (auto& [fd, path] :
         {std::pair{&maps.table, pins.table()}, {&maps.slaves, pins.slaves()}, {&maps.flood, pins.flood()}}) {
        auto opened = open_pin(path);
        if (!opened)
            return opened.failure();
        *fd = *std::move(opened);
    }
    return open(std::move(maps));
}

result<xdpbond_half> publisher::publish(xdpbond_half next, const xdpbond_options& options) {
    if (!settled_)
        if (auto settled = settle(); !settled)
            return settled.failure();

    next.generation = published().generation + 1;
    const std::uint32_t idle = idle_half(*table_);
    // The programs of a broadcast ask a device whether it takes its copy, whether or not they ask it for carrier.
    auto done = place(next, options.carrier_check || options.mode == XDPBOND_MODE_BROADCAST);
    if (done) {
        std::vector<std::uint32_t> senders;
        if (options.mode == XDPBOND_MODE_BROADCAST)
            for (__u32 i = 0; i < next.usable; i++)
                senders.push_back(next.sender[i].ifindex);
        done = floods_.set(maps_.flood.get(), idle, senders);
    }
    if (!done) {
        // Takes the devices out again that were put in; should that fail too, the next settle() does it.
        static_cast<void>(settle());
        return done.failure();
    }
    write_half(*table_, idle, next);
    publish_half(*table_, idle);
    settled_ = false;
    return next;
}

result<void> publisher::settle() {
    if (auto waited = wait_for_readers(); !waited)
        return waited;
    slot_table wanted = slots_of(published()), present = devices_in(maps_.slaves.get());
    for (std::uint32_t slot = 0; slot < present.size(); slot++)
        if (present[slot] && !wanted[slot])
            if (auto removed = remove_device(maps_.slaves.get(), slot); !removed)
                return removed;
    if (auto forgotten = floods_.forget(maps_.flood.get(), idle_half(*table_)); !forgotten)
        return forgotten;
    settled_ = true;
    return {};
}

result<void> publisher::place(xdpbond_half& next, bool with_address) {
    const slot_table present = devices_in(maps_.slaves.get());
    // A slot that the published half names is taken even where its device is gone from the map.
    slot_table in_use = slots_of(published());
    for (std::uint32_t slot = 0; slot < present.size(); slot++)
        if (present[slot])
            in_use[slot] = present[slot];

    std::vector<const xdpbond_port*> placed;
    for (auto* port : places_of(next)) {
        auto same = std::ranges::find(placed, port->ifindex, &xdpbond_port::ifindex);
        if (same != placed.end()) {
            port->slot = (*same)->slot;
            port->device = (*same)->device;
            continue;
        }
        const std::uint32_t slot = choose_slot(in_use, port->ifindex, port->slot);
        if (slot == no_slot)
            return error{exit_code::failed, text("interface ", port->ifindex, ": no free slot for it")};
        in_use[slot] = port->ifindex;
        port->slot = static_cast<__u16>(slot);
        if (auto filled = fill(*port, present[slot] == port->ifindex, with_address); !filled)
            return filled;
        placed.push_back(port);
    }
    return {};
}

result<void> publisher::fill(xdpbond_port& port, bool present, bool with_address) {
    port.device = 0;
    if (!present) {
        // A slave that is not used keeps its place in the order when its device is gone.
        if (auto put = put_device(maps_.slaves.get(), port.slot, port.ifindex); !put)
            return port.flags & XDPBOND_PORT_USABLE ? put : result<void>();
    } else if (port.device = known_address(published(), port); port.device) {
        return {};
    }
    if (with_address) {
        auto address = address_of(port.slot);
        if (!address)
            return address.failure();
        port.device = *address;
    }
    return {};
}

result<std::uint64_t> publisher::address_of(std::uint32_t slot) {
    if (!resolver_) {
        auto opened = device_resolver::open(maps_.slaves.get());
        if (!opened)
            return opened.failure();
        resolver_ = *std::move(opened);
    }
    return resolver_->device_at(slot);
}

} // namespace xdpbond::control
