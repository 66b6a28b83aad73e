// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Network interfaces of the calling thread's network namespace, by netlink.

#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/glance.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <memory>
#include <string>

struct nl_sock;

namespace xdpbond::control {

// One netlink socket. It stays in the namespace in which it was opened.
class links {
public:
    static result<links> open();

    // What is known about an interface now. Left empty: device, and what add_host_facts() fills in.
    // No such interface: no_such.
    result<link_facts> by_name(const std::string& name) const;
    result<link_facts> by_index(std::uint32_t ifindex) const;

    // At an interface with this number; ifindex 0: there is none.
    result<link_glance> glance(std::uint32_t ifindex) const;

    // Fills in addresses and default_route. Apart, because on a router the walk through its routes takes a while.
    result<void> add_host_facts(link_facts& link) const;

    // Sets it administratively up or down.
    result<void> set_up(const link_facts& link, bool up) const;

    // Gives it a MAC address. Its driver refuses while it is up: busy. It cannot at all: unsupported.
    result<void> set_address(const link_facts& link, const mac_address& address) const;

private:
    struct closer {
        void operator()(nl_sock* socket) const;
    };
    explicit links(nl_sock* socket) : socket_(socket) {}
    result<link_facts> get(std::uint32_t ifindex, const char* name) const;

    std::unique_ptr<nl_sock, closer> socket_;
};

} // namespace xdpbond::control
