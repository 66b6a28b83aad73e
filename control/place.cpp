// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "place.hpp"

#include "sentence.hpp"

#include <xdpbond/control/bpffs.hpp>
#include <xdpbond/control/capabilities.hpp>
#include <xdpbond/control/lock.hpp>

#include <system_error>

namespace xdpbond::control {

result<place> enter(const context& where) {
    auto inside = netns_scope::enter(where.netns);
    if (!inside)
        return inside.failure();
    auto cookie = netns_cookie();
    if (!cookie)
        return cookie.failure();
    auto net = links::open();
    if (!net)
        return net.failure();
    return place{*std::move(inside), netns_folder(where.pin_dir, *cookie), *std::move(net), where.planner};
}

result<place> enter_to_manage(const context& where) {
    if (auto allowed = may_manage_bonds(); !allowed)
        return allowed.failure();
    return enter(where);
}

result<bond_pins> find_bond(const place& here, std::string_view name) {
    bond_pins pins = here.pins(name);
    std::error_code failure;
    // What is no file name must not lead to another folder.
    const bool plain = !name.empty() && name.find_first_of("./") == std::string_view::npos;
    const bool there = plain && std::filesystem::exists(pins.folder, failure);
    if (failure)
        return failed_with(failure.value(), pins.folder.native(), "cannot look at it");
    if (there)
        return pins;
    const std::string netns = netns_exec_name();
    return error{exit_code::no_such,
                 netns.empty() ? text(name, ": no such bond; `xdpbond-load status` lists them")
                               : text(name,
                                      ": no such bond can be seen from within `ip netns exec`; run xdpbond-load "
                                      "outside of it with --netns ",
                                      netns)};
}

result<unique_fd> open_config(const bond_pins& pins) {
    auto map = open_pin(pins.config());
    if (map || map.failure().code != exit_code::no_such)
        return map;
    return error{exit_code::busy,
                 text(pins.name(),
                      ": an up did not finish; run it again, or take the bond down with `xdpbond-load down ",
                      pins.name(), "`")};
}

result<owned_bond> own_bond(const context& where, const place& here, std::string_view name) {
    auto pins = find_bond(here, name);
    if (!pins)
        return pins.failure();
    if (auto writable = check_bpffs(where.pin_dir); !writable)
        return writable.failure();
    auto lock = lock_bond(*pins);
    if (!lock)
        return lock.failure();
    return owned_bond{*pins, *std::move(lock)};
}

} // namespace xdpbond::control
