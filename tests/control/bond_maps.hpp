// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The maps of a bond without its program.

#include <xdpbond/control/publish.hpp>
#include <xdpbond/control/slots.hpp>

#include <cstdint>
#include <vector>

struct bond_maps {
    bond_maps();

    // A publisher for them, with descriptors of its own.
    xdpbond::control::publisher publisher() const;

    // What the device map holds.
    xdpbond::control::slot_table devices() const;

    // Id of the map in <bond>_flood for a half; 0: none.
    std::uint32_t flood_id(std::uint32_t half) const;

    xdpbond::control::table_maps maps;
};

// A half whose slaves are these devices, each in the place and with the wish for the slot of its position.
xdpbond_half half_of(const std::vector<std::uint32_t>& ifindexes);
