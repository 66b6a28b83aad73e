// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "port_guard.hpp"

#include "sentence.hpp"
#include "xdp_owner.hpp"

#include <xdpbond/control/attach.hpp>
#include <xdpbond/control/pins.hpp>

#include <string>

namespace xdpbond::control {

namespace {

// The bond that has a link on this port; "" where none has.
std::string bond_of(const link_facts& port, const std::filesystem::path& netns_folder) {
    auto bonds = bonds_in(netns_folder);
    if (!bonds)
        return "";
    for (const auto& bond : *bonds) {
        auto names = pins_in(bond);
        if (!names)
            continue;
        for (const auto& name : *names) {
            if (!name.starts_with("link_"))
                continue;
            auto link = open_pin(bond.folder / name);
            if (!link)
                continue;
            auto info = read_link(link->get());
            if (info && info->ifindex == port.ifindex && info->program == port.xdp_program)
                return bond.name();
        }
    }
    return "";
}

} // namespace

result<void> check_not_in_use(const link_facts& port, bool force) {
    if (force)
        return {};
    std::string why;
    if (!port.addresses.empty())
        why = text("has the address ", port.addresses.front());
    else if (port.default_route)
        why = "carries the default route";
    else if (!port.carries.empty())
        why = text("carries ", port.carries, ", which has an address or the default route");
    else if (port.master)
        why = text("belongs to ", port.master_name.empty() ? "a master" : port.master_name,
                   port.master_kind.empty() ? "" : text(" (", port.master_kind, ")"));
    if (why.empty())
        return {};
    return error{exit_code::busy,
                 text(port.name, ": ", why, "; the host loses what runs over it; free it or use --force")};
}

result<void> check_no_program(const link_facts& port, const std::filesystem::path& netns_folder,
                              std::string_view mine) {
    std::string program = describe_program(port);
    if (program.empty())
        return {};
    std::string bond = bond_of(port, netns_folder);
    if (bond.empty())
        return error{exit_code::busy,
                     text(port.name, ": has an XDP program already: ", program, "; detach that first")};
    if (bond == mine)
        return {};
    return error{exit_code::busy,
                 text(port.name, ": belongs to bond ", bond,
                      "; take it out of there first with `xdpbond-load slave del ", bond, " ", port.name, "`")};
}

} // namespace xdpbond::control
