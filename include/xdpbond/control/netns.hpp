// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Network namespaces: entering one for a while, and the number that names one for ever.

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <string>

namespace xdpbond::control {

// The calling thread is in network namespace `name` (as in `ip netns`) until this goes away; "" stays where it is.
class netns_scope {
public:
    static result<netns_scope> enter(const std::string& name);
    // The namespace behind a descriptor; `name` is for messages.
    static result<netns_scope> enter(int netns, const std::string& name);
    netns_scope(netns_scope&&) noexcept = default;
    netns_scope& operator=(netns_scope&&) = delete;
    ~netns_scope();

private:
    netns_scope() = default;
    unique_fd back_; // the namespace to return to; none where nothing was entered
};

// The calling thread's network namespace as the kernel numbers it: never used twice while the machine runs, unlike
// inode numbers.
result<std::uint64_t> netns_cookie();

} // namespace xdpbond::control
