// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A change that a command asks for, as a plain value: carried out in this process or handed to the daemon.

#include <xdpbond/control/operations.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace xdpbond::loader {

enum class order_kind : std::uint8_t { up, down, set, add_slave, del_slave, set_slave, confirm, revert };

// What holds for one slave from the start of its bond.
struct slave_start {
    std::string slave;
    control::assignments settings;
};

// Where a change is made (context.netns, pin_dir) is no part of it. File names in it are absolute.
struct order {
    order_kind kind{};
    std::string bond; // up.name and slave.bond, where these count, are the same

    control::up_request up{};                // up
    std::vector<slave_start> slave_starts{}; // up: at most one a slave
    control::assignments changes{};          // set
    control::slave_request slave{};          // add_slave, del_slave, set_slave

    bool dry_run = false;
    std::uint32_t confirm_within = 0; // seconds; 0: holds at once. up, set and changes of slaves only
};

order order_up(control::up_request request);
order order_down(std::string bond);
order order_set(std::string bond, control::assignments changes);
order order_slave(order_kind kind, control::slave_request request); // add_slave, del_slave or set_slave
order order_confirm(std::string bond, bool revert);

// Calls the operation of xdpbond::control. The order's dry_run and confirm_within replace the context's.
control::result<control::report> carry_out(const control::context& where, const order& order,
                                           const control::object_provider& objects);

} // namespace xdpbond::loader
