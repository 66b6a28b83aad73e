// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Who is at the other end of a local socket.

#include <sys/types.h>

#include <optional>

namespace xdpbond::loader {

struct peer {
    pid_t pid = 0; // 0: of a pid namespace that this one does not see
    uid_t uid = 0;

    // Root, or this process's own user.
    bool trusted() const;
};

// As it was when it connected, or began to listen.
std::optional<peer> peer_of(int socket);

} // namespace xdpbond::loader
