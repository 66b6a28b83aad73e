// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A file descriptor that closes itself.

#include <unistd.h>

#include <utility>

namespace xdpbond::control {

class unique_fd {
public:
    unique_fd() = default;
    explicit unique_fd(int fd) noexcept : fd_(fd) {}
    unique_fd(unique_fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    unique_fd& operator=(unique_fd&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~unique_fd() {
        if (fd_ >= 0)
            ::close(fd_);
    }

    // The descriptor; negative where there is none.
    int get() const noexcept { return fd_; }
    explicit operator bool() const noexcept { return fd_ >= 0; }

private:
    int fd_ = -1;
};

} // namespace xdpbond::control
