// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Where the daemon of a network namespace and a pin folder is reached: one file each.

#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <sys/un.h>

#include <filesystem>
#include <optional>

namespace xdpbond::loader {

inline constexpr const char* daemon_folder = "/run/xdpbond";

// <folder>/<netns cookie, 16 hex digits>-<device>-<inode of the pin folder, hex>.sock. Error: one of the two is not
// there, or may not be looked at.
control::result<std::filesystem::path> socket_path(const control::context& where,
                                                   const std::filesystem::path& folder = daemon_folder);

// As the kernel takes it; nullopt: it is too long for that.
std::optional<sockaddr_un> socket_address(const std::filesystem::path& path);

// Beside it: held by flock as long as its daemon lives; the pid is in it.
std::filesystem::path lock_path(std::filesystem::path socket);

} // namespace xdpbond::loader
