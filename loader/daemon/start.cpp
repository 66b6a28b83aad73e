// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "start.hpp"

#include "daemon.hpp"
#include "daemon_socket.hpp"
#include "socket_path.hpp"

#include <xdpbond/control/bpffs.hpp>
#include <xdpbond/control/capabilities.hpp>
#include <xdpbond/control/netns.hpp>

#include <cstdio>
#include <string>
#include <utility>

namespace xdpbond::loader {
namespace {

// The file's mistakes go to standard error, one a line.
result<configuration> read_wanted(const std::filesystem::path& file) {
    if (file.empty())
        return configuration{};
    auto reading = load_configuration(file);
    for (const auto& each : reading.notes)
        std::fprintf(stderr, "xdpbond-load: warning: %s\n", text_of(each).c_str());
    if (reading.usable())
        return std::move(reading.content);
    if (reading.mistakes.size() == 1)
        return error{exit_code::usage, text_of(reading.mistakes.front())};
    for (const auto& each : reading.mistakes)
        std::fprintf(stderr, "xdpbond-load: %s\n", text_of(each).c_str());
    return error{exit_code::usage,
                 file.string() + ": " + std::to_string(reading.mistakes.size()) + " mistakes; nothing is changed"};
}

// Pins lie on a bpffs; at its usual place it is mounted where it is missing, as by `up`.
result<void> have_bpffs(const std::filesystem::path& folder) {
    const auto bpffs = control::check_bpffs(folder);
    if (!bpffs)
        return bpffs.failure();
    return *bpffs == control::bpffs_state::mountable ? control::mount_bpffs(folder) : result<void>();
}

} // namespace

result<void> run_daemon(const session& session, const daemon_words& words) {
    auto wanted = read_wanted(words.config);
    if (!wanted)
        return wanted.failure();
    control::context where = session.where;
    if (where.netns.empty() && wanted->netns)
        where.netns = *wanted->netns;
    if (where.pin_dir == control::context{}.pin_dir && wanted->pin_dir)
        where.pin_dir = *wanted->pin_dir;
    if (const auto allowed = control::may_manage_bonds(); !allowed)
        return allowed;
    // Every thread begins in the namespace of the one that made it.
    auto inside = control::netns_scope::enter(where.netns);
    if (!inside)
        return inside.failure();
    where.netns.clear();
    if (where.dry_run)
        return error{exit_code::usage, "run: has no dry run; `xdpbond-load up --dry-run` shows what a bond would do"};
    if (const auto ready = have_bpffs(where.pin_dir); !ready)
        return ready;
    const auto path = socket_path(where);
    if (!path)
        return path.failure();
    auto socket = daemon_socket::open(*path);
    if (!socket)
        return socket.failure();
    auto keeper = control::keeper::open(where);
    if (!keeper)
        return keeper.failure();
    daemon(words, *std::move(wanted), std::move(where), *std::move(keeper), *std::move(socket)).run();
    return {};
}

} // namespace xdpbond::loader
