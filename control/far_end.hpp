// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The network namespace that a veth's far end is in, found again by what is known of it.

#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/netns.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <string>

namespace xdpbond::control {

struct far_netns {
    unique_fd fd;      // none: the caller's own namespace
    std::string where; // " in namespace blue", " in the namespace of process 42"; "" for the caller's own

    // The calling thread is there for as long as the value lives.
    result<netns_scope> enter() const;
};

// The namespace of a veth's far end. Searched for below /run/netns and among the processes of /proc; one that neither
// shows: no_such.
result<far_netns> find_far_netns(const link_facts& port);

// The namespace with this cookie, searched for in the same places and here.
result<far_netns> find_netns(std::uint64_t cookie);

} // namespace xdpbond::control
