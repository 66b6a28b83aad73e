// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What the kernel tells of its own accord about the interfaces of a network namespace.

#include <xdpbond/control/glance.hpp>
#include <xdpbond/control/result.hpp>

#include <memory>
#include <vector>

struct nl_sock;

namespace xdpbond::control {

// A netlink socket that hears RTM_NEWLINK and RTM_DELLINK. It stays in the namespace in which it was opened.
class link_feed {
public:
    static result<link_feed> open();

    // Readable while there is something to take.
    int descriptor() const;

    // Everything that came since the last call, in order; does not wait. A deleted interface comes as it was last.
    // `overrun`: some was lost for want of room; look at all interfaces.
    std::vector<link_glance> take(bool& overrun);

private:
    struct closer {
        void operator()(nl_sock* socket) const;
    };
    explicit link_feed(nl_sock* socket) : socket_(socket) {}

    std::unique_ptr<nl_sock, closer> socket_;
};

} // namespace xdpbond::control
