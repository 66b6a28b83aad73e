// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "socket_path.hpp"

#include "posix_error.hpp"

#include <xdpbond/control/netns.hpp>

#include <sys/socket.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace xdpbond::loader {

control::result<std::filesystem::path> socket_path(const control::context& where, const std::filesystem::path& folder) {
    const auto inside = control::netns_scope::enter(where.netns);
    if (!inside)
        return inside.failure();
    const auto cookie = control::netns_cookie();
    if (!cookie)
        return cookie.failure();
    struct stat pins;
    if (::stat(where.pin_dir.c_str(), &pins))
        return posix_error(where.pin_dir.native() + ": cannot look at it", errno);
    char name[80];
    std::snprintf(name, sizeof(name), "%016llx-%llx-%llx.sock", static_cast<unsigned long long>(*cookie),
                  static_cast<unsigned long long>(pins.st_dev), static_cast<unsigned long long>(pins.st_ino));
    return folder / name;
}

std::optional<sockaddr_un> socket_address(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.native().size() >= sizeof(address.sun_path))
        return std::nullopt;
    std::memcpy(address.sun_path, path.c_str(), path.native().size());
    return address;
}

std::filesystem::path lock_path(std::filesystem::path socket) {
    return socket.replace_extension(".lock");
}

} // namespace xdpbond::loader
