// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/netns.hpp>

#include "sentence.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdlib>

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71
#endif

namespace xdpbond::control {

result<netns_scope> netns_scope::enter(const std::string& name) {
    netns_scope scope;
    if (name.empty())
        return scope;
    if (name.find('/') != std::string::npos)
        return error{exit_code::usage, text("netns ", name, ": give the name that `ip netns` shows, not a path")};

    unique_fd target(open(text("/run/netns/", name).c_str(), O_RDONLY | O_CLOEXEC));
    if (!target && errno == ENOENT)
        return error{exit_code::no_such, text("netns ", name, ": no such network namespace; see `ip netns`")};
    if (!target)
        return failed_with(errno, text("netns ", name), "cannot open it");
    return enter(target.get(), name);
}

result<netns_scope> netns_scope::enter(int netns, const std::string& name) {
    netns_scope scope;
    unique_fd back(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
    if (!back)
        return failed_with(errno, "/proc/thread-self/ns/net", "cannot open it");
    if (setns(netns, CLONE_NEWNET)) {
        if (errno == EPERM)
            return error{exit_code::privilege, text("netns ", name, ": entering it needs CAP_SYS_ADMIN")};
        if (errno == EINVAL)
            return error{exit_code::no_such, text("netns ", name, ": it is no network namespace")};
        return failed_with(errno, text("netns ", name), "cannot enter it");
    }
    scope.back_ = std::move(back);
    return scope;
}

netns_scope::~netns_scope() {
    // Going on in the wrong namespace would touch the wrong interfaces.
    if (back_ && setns(back_.get(), CLONE_NEWNET))
        std::abort();
}

result<std::uint64_t> netns_cookie() {
    unique_fd any(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    std::uint64_t cookie = 0;
    socklen_t size = sizeof(cookie);
    if (!any || getsockopt(any.get(), SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &size))
        return failed_with(errno, "network namespace", "cannot ask for its cookie");
    return cookie;
}

} // namespace xdpbond::control
