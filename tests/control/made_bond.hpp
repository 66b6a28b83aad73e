// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A bond made by the library itself, to be operated on.

#include "bed.hpp"
#include "pin_folder.hpp"

#include <xdpbond/control/operations.hpp>

#include <builtin.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

inline const xdpbond::control::object_provider objects = [](std::string_view program, const xdpbond_options& options) {
    using bytes = std::span<const std::byte>;
    return xdpbond::control::result<bytes>(xdpbond::builtin::object(program, options.mode, options.hash));
};

// A bond over a0, b0 and c0 (c0 was down before), in a namespace and a pin folder of its own.
struct made_bond {
    made_bond() {
        for (const char* name : {"a0", "b0", "c0"})
            net.add(name);
        net.ip("link set c0 down");
        where.pin_dir = folder.root();
        make();
    }
    ~made_bond() { static_cast<void>(xdpbond::control::down(where, "uplink")); }

    void make() {
        xdpbond::control::up_request request;
        request.name = "uplink";
        request.slaves = {"a0", "b0", "c0"};
        auto done = xdpbond::control::up(where, request, objects);
        if (!done)
            FAIL(done.failure().message);
    }
    xdpbond::control::bond_state look() const {
        auto state = xdpbond::control::inspect(where, "uplink");
        REQUIRE(state);
        return *state;
    }
    xdpbond::control::bond_pins pins() const { return {look().pin}; }

    bed net;
    pin_folder folder;
    xdpbond::control::context where;
};

inline std::vector<std::uint32_t> programs(const xdpbond::control::bond_state& bond) {
    std::vector<std::uint32_t> ids;
    for (const auto& slave : bond.slaves)
        ids.push_back(slave.program_id);
    return ids;
}
