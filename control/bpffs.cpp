// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/bpffs.hpp>

#include <xdpbond/control/capabilities.hpp>

#include "sentence.hpp"

#include <linux/capability.h>
#include <linux/magic.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>

namespace xdpbond::control {

namespace {

bool is_usual_mount_point(const std::filesystem::path& folder) {
    return (folder / "").lexically_normal() == "/sys/fs/bpf/";
}

bool same_file(const std::string& one, const std::string& other, bool if_unknown) {
    struct stat first, second;
    if (stat(one.c_str(), &first) || stat(other.c_str(), &second))
        return if_unknown;
    return first.st_ino == second.st_ino && first.st_dev == second.st_dev;
}

// Whether network and mount namespace are others than the machine's, or the container's; not known: taken as the same.
bool is_nested() {
    return !same_file("/proc/thread-self/ns/net", "/proc/1/ns/net", true) &&
           !same_file("/proc/thread-self/ns/mnt", "/proc/1/ns/mnt", true);
}

} // namespace

std::string netns_exec_name() {
    std::ifstream mounts("/proc/thread-self/mounts");
    std::string line, name;
    while (std::getline(mounts, line)) {
        std::istringstream words(line);
        std::string source, target, type;
        if (words >> source >> target >> type && target == "/sys" && type == "sysfs")
            name = source;
    }
    return same_file(text("/run/netns/", name), "/proc/thread-self/ns/net", false) ? name : "";
}

result<bpffs_state> check_bpffs(const std::filesystem::path& folder) {
    struct statfs filesystem;
    if (statfs(folder.c_str(), &filesystem)) {
        if (errno == ENOENT || errno == ENOTDIR)
            return error{exit_code::no_such, text(folder.native(), ": no such folder; give a bpffs with --pin-dir")};
        return failed_with(errno, folder.native(), "cannot look at it");
    }
    if (filesystem.f_type == BPF_FS_MAGIC) {
        if (filesystem.f_flags & ST_RDONLY)
            return error{exit_code::privilege,
                         text(folder.native(), ": this bpffs is mounted read-only; remount it read-write")};
        return bpffs_state::ready;
    }
    const std::string netns = netns_exec_name();
    if (!netns.empty() || is_nested())
        return error{exit_code::unsupported,
                     text(folder.native(),
                          ": no bpffs in this mount namespace, and one mounted here would vanish with "
                          "this command; run xdpbond-load outside of it with --netns ",
                          netns.empty() ? "NAME" : netns)};
    if (!is_usual_mount_point(folder))
        return error{exit_code::unsupported,
                     text(folder.native(), ": not on a bpffs; mount one there (mount -t bpf bpf ", folder.native(),
                          ") or give another --pin-dir")};
    if (!has_capability(CAP_SYS_ADMIN))
        return error{exit_code::privilege, text(folder.native(),
                                                ": no bpffs is mounted and mounting one needs "
                                                "CAP_SYS_ADMIN; as root: mount -t bpf bpf ",
                                                folder.native())};
    return bpffs_state::mountable;
}

result<void> mount_bpffs(const std::filesystem::path& folder) {
    if (mount("bpf", folder.c_str(), "bpf", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0700"))
        return failed_with(errno, folder.native(), "cannot mount a bpffs there");
    return {};
}

void unmount_bpffs(const std::filesystem::path& folder) {
    umount2(folder.c_str(), 0);
}

} // namespace xdpbond::control
