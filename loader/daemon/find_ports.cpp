// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "reconcile.hpp"

#include <xdpbond/control/links.hpp>
#include <xdpbond/control/netns.hpp>

namespace xdpbond::loader {

control::result<found_ports> find_ports(const control::context& where, const configuration& wanted) {
    const auto inside = control::netns_scope::enter(where.netns);
    if (!inside)
        return inside.failure();
    const auto links = control::links::open();
    if (!links)
        return links.failure();
    found_ports ports;
    for (const auto& name : port_names(wanted)) {
        const auto link = links->by_name(name);
        if (link)
            ports[name] = {link->name, link->ifindex, link->up && link->carrier};
        else if (link.failure().code != control::exit_code::no_such)
            return link.failure();
    }
    return ports;
}

} // namespace xdpbond::loader
