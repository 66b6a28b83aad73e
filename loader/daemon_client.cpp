// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "daemon_client.hpp"

#include "daemon/line_splitter.hpp"
#include "daemon/peer.hpp"
#include "daemon/posix_error.hpp"
#include "daemon/socket_path.hpp"

#include <xdpbond/control/fd.hpp>

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace xdpbond::loader {
namespace {

using control::error;
using control::exit_code;
using control::result;
using control::unique_fd;

constexpr int note_after = 5000; // ms

struct connection {
    unique_fd socket;
    pid_t server = 0;
};

// No value: nobody listens.
result<std::optional<connection>> connect_to(const std::filesystem::path& path) {
    const auto address = socket_address(path);
    if (!address)
        return std::optional<connection>();
    unique_fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket)
        return posix_error("cannot make a socket", errno);
    int failed;
    do
        failed = ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof(*address)) ? errno : 0;
    while (failed == EINTR);
    if (failed == ENOENT || failed == ENOTDIR || failed == ECONNREFUSED)
        return std::optional<connection>();
    if (failed == EACCES || failed == EPERM)
        return error{exit_code::privilege,
                     path.native() + ": a daemon of another user may listen there; run this as root or as that user"};
    if (failed)
        return posix_error(path.native() + ": cannot connect to the daemon", failed);
    const auto server = peer_of(socket.get());
    if (!server || !server->trusted())
        return error{exit_code::privilege,
                     path.native() + ": who listens there is neither root nor your own user, and is told nothing"};
    return std::optional(connection{std::move(socket), server->pid});
}

// Whether all of it was sent.
bool send_line(int socket, std::string_view line) {
    while (!line.empty()) {
        const auto size = ::send(socket, line.data(), line.size(), MSG_NOSIGNAL);
        if (size < 0 && errno != EINTR)
            return false;
        line.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
    }
    return true;
}

void note_waiting(const connection& daemon) {
    pollfd readable{daemon.socket.get(), POLLIN, 0};
    if (::poll(&readable, 1, note_after) == 0)
        std::fprintf(stderr, "xdpbond-load: waiting for the daemon (process %ld)\n", static_cast<long>(daemon.server));
}

struct unread {};  // it ended before it had read the line
struct unheard {}; // it ended after that
using reply = std::variant<unread, unheard, error, std::string>;

// At the end of a daemon that has not read all of the line the kernel says so by ECONNRESET; of one that has, only that
// nothing more comes.
reply talk(const connection& daemon, const std::string& line) {
    const bool sent = send_line(daemon.socket.get(), line + "\n");
    note_waiting(daemon);
    line_splitter lines(longest_answer);
    for (char bytes[4096];;) {
        const auto size = ::recv(daemon.socket.get(), bytes, sizeof(bytes), 0);
        if (size < 0 && errno == EINTR)
            continue;
        if (!sent || (size < 0 && errno == ECONNRESET)) {
            if (size <= 0)
                return unread{};
        } else if (size <= 0)
            return unheard{};
        lines.take({bytes, static_cast<std::size_t>(size)});
        if (auto whole = lines.next())
            return *std::move(whole);
        if (lines.too_long())
            return error{exit_code::failed, "what the daemon says is longer than any answer"};
    }
}

// nullopt: no daemon heard it.
std::optional<result<std::string>> say(const std::filesystem::path& path, const question& question,
                                       const error& ended) {
    const auto line = write_question(question);
    for (int attempts = 3; attempts > 0; attempts--) {
        auto daemon = connect_to(path);
        if (!daemon)
            return daemon.failure();
        if (!*daemon)
            return std::nullopt;
        if (!line)
            return line.failure();
        auto heard = talk(**daemon, *line);
        if (auto* text = std::get_if<std::string>(&heard))
            return std::move(*text);
        if (auto* failed = std::get_if<error>(&heard))
            return std::move(*failed);
        if (std::holds_alternative<unheard>(heard))
            return ended;
    }
    return std::nullopt;
}

} // namespace

std::optional<result<control::report>> ask_daemon(const std::filesystem::path& socket, const order& order) {
    const auto heard = say(socket, order,
                           {exit_code::failed, order.bond +
                                                   ": the daemon ended before it answered; see `xdpbond-load "
                                                   "status " +
                                                   order.bond + "`"});
    if (!heard)
        return std::nullopt;
    return *heard ? read_report(**heard) : heard->failure();
}

std::optional<result<daemon_facts>> greet_daemon(const std::filesystem::path& socket) {
    const auto heard = say(socket, hello{}, {exit_code::failed, "the daemon ended before it answered"});
    if (!heard)
        return std::nullopt;
    return *heard ? read_facts(**heard) : heard->failure();
}

} // namespace xdpbond::loader
