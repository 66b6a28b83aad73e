// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The socket that a daemon listens on, and the lock beside it that keeps a second daemon away.

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/result.hpp>

#include <filesystem>

namespace xdpbond::loader {

// Both files go with it.
class daemon_socket {
public:
    // Makes the socket's folder where it is missing. What a killed daemon left is replaced. Another daemon lives: busy,
    // and the sentence names its pid.
    static control::result<daemon_socket> open(const std::filesystem::path& socket);
    daemon_socket(daemon_socket&&) noexcept = default;
    daemon_socket& operator=(daemon_socket&&) = delete;
    ~daemon_socket();

    // Listens, and does not block.
    int listening() const { return listening_.get(); }
    // Nobody connects any more, and there is still no other daemon.
    void stop_listening();

private:
    daemon_socket() = default;

    std::filesystem::path path_;
    control::unique_fd lock_;
    control::unique_fd listening_;
};

} // namespace xdpbond::loader
