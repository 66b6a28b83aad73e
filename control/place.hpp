// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Where an operation works: its network namespace, entered, and the folder of that namespace's bonds.

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/links.hpp>
#include <xdpbond/control/netns.hpp>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <filesystem>
#include <string_view>

namespace xdpbond::control {

struct place {
    netns_scope inside;
    std::filesystem::path folder; // of all bonds here
    links net;
    class planner* planner = nullptr; // as in the context

    bond_pins pins(std::string_view bond) const { return {folder / bond}; }
};

// Enters the namespace of `where` for as long as the value lives.
result<place> enter(const context& where);

// The same for a command that changes bonds. Who may not manage them: privilege.
result<place> enter_to_manage(const context& where);

// The folder of a bond that exists. No such bond: no_such.
result<bond_pins> find_bond(const place& here, std::string_view name);

// The configuration of a bond that exists; busy where an `up` was cut off before it wrote one.
result<unique_fd> open_config(const bond_pins& pins);

// A bond that exists, with its writer lock held. No such bond: no_such. A read-only bpffs: privilege.
struct owned_bond {
    bond_pins pins;
    unique_fd lock;
};
result<owned_bond> own_bond(const context& where, const place& here, std::string_view name);

} // namespace xdpbond::control
