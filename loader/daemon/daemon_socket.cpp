// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "daemon_socket.hpp"

#include "posix_error.hpp"
#include "socket_path.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cerrno>
#include <string>
#include <utility>

namespace xdpbond::loader {
namespace {

using control::error;
using control::exit_code;
using control::result;
using control::unique_fd;

// Whoever may write into the folder could put a socket of his own there.
result<void> own_folder(const std::filesystem::path& folder) {
    if (::mkdir(folder.c_str(), 0700) && errno != EEXIST)
        return posix_error(folder.native() + ": cannot make this folder", errno);
    struct stat found;
    if (::lstat(folder.c_str(), &found))
        return posix_error(folder.native() + ": cannot look at it", errno);
    const bool ours = found.st_uid == ::geteuid() || found.st_uid == 0;
    if (!S_ISDIR(found.st_mode) || !ours || found.st_mode & (S_IWGRP | S_IWOTH))
        return error{exit_code::privilege, folder.native() + ": others may write into it; make it a folder of mode "
                                                             "0700 that belongs to the daemon's user"};
    return {};
}

std::string holder(int lock) {
    char digits[16] = {};
    const auto size = ::pread(lock, digits, sizeof(digits) - 1, 0);
    const std::string pid(digits, size > 0 ? static_cast<std::size_t>(size) : 0);
    return pid.empty() ? "another process" : "process " + pid;
}

result<unique_fd> take_lock(const std::filesystem::path& path) {
    for (;;) {
        if (const auto folder = own_folder(path.parent_path()); !folder)
            return folder.failure();
        unique_fd lock(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!lock && errno == ENOENT)
            continue; // a daemon that ended removed the folder
        if (!lock)
            return posix_error(path.native() + ": cannot open it", errno);
        if (::flock(lock.get(), LOCK_EX | LOCK_NB)) {
            if (errno != EWOULDBLOCK)
                return posix_error(path.native() + ": cannot lock it", errno);
            return error{exit_code::busy, "a daemon runs already for this network namespace and pin folder: " +
                                              holder(lock.get()) + "; stop it first"};
        }
        // The one before us may have removed the file meanwhile; then this lock guards nothing.
        struct stat locked, named;
        if (::fstat(lock.get(), &locked))
            return posix_error(path.native() + ": cannot look at it", errno);
        if (::stat(path.c_str(), &named) || named.st_ino != locked.st_ino || named.st_dev != locked.st_dev)
            continue;
        const std::string pid = std::to_string(::getpid());
        if (::ftruncate(lock.get(), 0) || ::pwrite(lock.get(), pid.data(), pid.size(), 0) < 0)
            return posix_error(path.native() + ": cannot write it", errno);
        return lock;
    }
}

result<unique_fd> listen_at(const std::filesystem::path& path) {
    const auto address = socket_address(path);
    if (!address)
        return error{exit_code::usage, path.native() + ": too long for a socket's name"};
    if (::unlink(path.c_str()) && errno != ENOENT)
        return posix_error(path.native() + ": cannot remove what is left of an earlier daemon", errno);
    unique_fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    // The mode of the socket becomes the file's: there is no moment at which others could connect.
    if (!socket || ::fchmod(socket.get(), 0600) ||
        ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof(*address)) ||
        ::listen(socket.get(), SOMAXCONN))
        return posix_error(path.native() + ": cannot listen there", errno);
    return socket;
}

} // namespace

result<daemon_socket> daemon_socket::open(const std::filesystem::path& socket) {
    daemon_socket made;
    auto lock = take_lock(lock_path(socket));
    if (!lock)
        return lock.failure();
    made.lock_ = *std::move(lock);
    made.path_ = socket;
    auto listening = listen_at(socket);
    if (!listening)
        return listening.failure();
    made.listening_ = *std::move(listening);
    return made;
}

void daemon_socket::stop_listening() {
    if (std::exchange(listening_, unique_fd()))
        ::unlink(path_.c_str());
}

daemon_socket::~daemon_socket() {
    if (!lock_)
        return;
    stop_listening();
    ::unlink(lock_path(path_).c_str());
    ::rmdir(path_.parent_path().c_str()); // where this was the last daemon
}

} // namespace xdpbond::loader
