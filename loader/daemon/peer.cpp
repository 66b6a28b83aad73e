// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "peer.hpp"

#include <sys/socket.h>
#include <unistd.h>

namespace xdpbond::loader {

bool peer::trusted() const {
    return uid == 0 || uid == ::geteuid();
}

std::optional<peer> peer_of(int socket) {
    ucred found{};
    socklen_t size = sizeof(found);
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &size))
        return std::nullopt;
    return peer{found.pid, found.uid};
}

} // namespace xdpbond::loader
