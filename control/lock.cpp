// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/lock.hpp>

#include "sentence.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <string>

namespace xdpbond::control {

namespace {

// The process that has a flock on this file, as /proc/locks tells: "1: FLOCK ADVISORY WRITE 4711 00:1f:4242 0 EOF".
long holder_of(const struct stat& file) {
    char inode[64];
    std::snprintf(inode, sizeof(inode), "%02x:%02x:%lu", major(file.st_dev), minor(file.st_dev), file.st_ino);
    std::ifstream locks("/proc/locks");
    std::string line;
    while (std::getline(locks, line)) {
        char kind[16], where[64];
        long pid;
        if (std::sscanf(line.c_str(), "%*s %15s %*s %*s %ld %63s", kind, &pid, where) == 3 &&
            std::string(kind) == "FLOCK" && std::string(where) == inode)
            return pid;
    }
    return 0;
}

} // namespace

result<unique_fd> lock_bond(const bond_pins& pins) {
    unique_fd folder(open(pins.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder && errno == ENOENT)
        return error{exit_code::no_such, text(pins.name(), ": no such bond")};
    if (!folder)
        return failed_with(errno, pins.folder.native(), "cannot open it");

    struct stat locked, named;
    if (fstat(folder.get(), &locked))
        return failed_with(errno, pins.folder.native(), "cannot look at it");
    if (flock(folder.get(), LOCK_EX | LOCK_NB)) {
        if (errno != EWOULDBLOCK)
            return failed_with(errno, pins.folder.native(), "cannot lock it");
        long pid = holder_of(locked);
        return error{exit_code::busy, text(pins.name(), ": busy: ", pid ? text("process ", pid) : "another process",
                                           " is working on it; try again when it is done")};
    }
    // The holder before us may have removed the folder; then this lock guards nothing.
    if (stat(pins.folder.c_str(), &named) || named.st_ino != locked.st_ino)
        return error{exit_code::no_such, text(pins.name(), ": no such bond")};
    return folder;
}

} // namespace xdpbond::control
