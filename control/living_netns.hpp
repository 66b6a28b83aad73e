// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The network namespaces that can be found: named ones, and those that processes are in.

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/netns.hpp>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::control {

struct netns {
    unique_fd fd;
    std::string cookie; // as in the name of its folder of pins

    result<netns_scope> enter() const { return netns_scope::enter(fd.get(), cookie); }
};

struct living_netns {
    std::vector<netns> all;
    bool complete = true; // every one could be looked at; else one that is not found may still live

    // By the name of its folder of pins; nullptr: not found.
    const netns* find(std::string_view cookie) const;
};

result<living_netns> find_living_netns(const context& where);

} // namespace xdpbond::control
