// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Puts a planned table into force while frames run through it: none is lost, none sees half of the change.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/flood.hpp>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/resolve.hpp>
#include <xdpbond/control/result.hpp>
#include <xdpbond/control/slots.hpp>
#include <xdpbond/control/table.hpp>

#include <optional>

namespace xdpbond::control {

// The maps of a bond that its program reads slaves from.
struct table_maps {
    unique_fd table;
    unique_fd slaves;
    unique_fd flood;
};

// The writer of one bond's table. There is at most one at a time: hold the bond's lock. Use it in the bond's network
// namespace.
class publisher {
public:
    static result<publisher> open(table_maps maps);
    static result<publisher> open(const bond_pins& pins);

    // Makes `next` the published half and returns it as published: slots, device addresses and generation filled in.
    // The slot in a place is a wish, granted unless another device has it; a device in several places has one slot.
    // Of `options` only mode (broadcast needs its flood set) and carrier_check (needs device addresses) count.
    // An error leaves the old half published.
    result<xdpbond_half> publish(xdpbond_half next, const xdpbond_options& options);

    // Waits until nobody uses what was published before, and takes its devices out of the device map. publish() does
    // it first where it was not called.
    result<void> settle();

    // The half that programs read now.
    xdpbond_half published() const { return read_published(*table_); }

private:
    publisher(table_maps maps, mapped_table table) : maps_(std::move(maps)), table_(std::move(table)) {}
    result<void> place(xdpbond_half& next, bool with_address);
    result<void> fill(xdpbond_port& port, bool present, bool with_address);
    result<std::uint64_t> address_of(std::uint32_t slot);

    table_maps maps_;
    mapped_table table_;
    flood_sets floods_;
    std::optional<device_resolver> resolver_; // loaded when first needed
    bool settled_ = false;
};

} // namespace xdpbond::control
