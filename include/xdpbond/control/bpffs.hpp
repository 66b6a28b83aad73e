// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The BPF filesystem that pins live in.

#include <xdpbond/control/result.hpp>

#include <filesystem>
#include <string>

namespace xdpbond::control {

enum class bpffs_state {
    ready,    // the folder is on a writable bpffs
    mountable // it is the usual mount point, empty of one, and mounting there is allowed and would last
};

// Whether pins can be made below `folder`. Errors: it does not exist (no_such), is on another filesystem (unsupported),
// is read-only or mounting needs CAP_SYS_ADMIN (privilege), or this is the private mount namespace of `ip netns exec`,
// where a mount would vanish with the command (unsupported).
result<bpffs_state> check_bpffs(const std::filesystem::path& folder);

// The name of the network namespace where this is the mount namespace of `ip netns exec NAME`; else "".
std::string netns_exec_name();

// Mounts a bpffs at `folder`.
result<void> mount_bpffs(const std::filesystem::path& folder);

// Takes it away again, unless somebody uses it.
void unmount_bpffs(const std::filesystem::path& folder);

} // namespace xdpbond::control
