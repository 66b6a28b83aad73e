// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "notify.hpp"

#include <xdpbond/control/fd.hpp>

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace xdpbond::loader {

void notify_manager(std::string_view message) {
    const char* path = std::getenv("NOTIFY_SOCKET");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::size_t length = path ? std::strlen(path) : 0;
    if (length < 2 || length >= sizeof(address.sun_path))
        return;
    std::memcpy(address.sun_path, path, length);
    if (address.sun_path[0] == '@') // an abstract name
        address.sun_path[0] = '\0';
    const control::unique_fd to(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!to)
        return;
    // A manager that is gone is no reason to stop.
    static_cast<void>(::sendto(to.get(), message.data(), message.size(), MSG_NOSIGNAL,
                               reinterpret_cast<const sockaddr*>(&address),
                               static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length)));
}

} // namespace xdpbond::loader
