// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The daemon's socket and both its ends, in a folder of their own.

#include "daemon/control_server.hpp"
#include "daemon/daemon_socket.hpp"
#include "daemon/socket_path.hpp"
#include "daemon_client.hpp"

#include <xdpbond/control/fd.hpp>

#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace xdpbond::loader;
using namespace xdpbond::control;
namespace fs = std::filesystem;

namespace {

struct temporary_folder {
    temporary_folder() {
        char name[] = "/tmp/xdpbond-test-XXXXXX";
        REQUIRE(::mkdtemp(name));
        path = name;
    }
    ~temporary_folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    fs::path path;
};

// A daemon that answers with the bond's name. It keeps orders for bonds whose names begin with "later" until told.
class running_server {
public:
    explicit running_server(const fs::path& socket, server_limits limits = {}) {
        auto opened = daemon_socket::open(socket);
        REQUIRE_MESSAGE(opened, opened.failure().message);
        server_.emplace(
            loop_, *std::move(opened),
            [this](order given, control_server::done done) { take(std::move(given), std::move(done)); },
            [] {
                return daemon_facts{42, "1.0", 3, 7, {"uplink"}};
            },
            limits);
        thread_ = std::thread([this] { loop_.run(); });
    }
    ~running_server() { stop(); }
    void stop() {
        if (!thread_.joinable())
            return;
        in_loop([this] {
            server_.reset();
            kept_.clear();
        });
        work_.reset();
        thread_.join();
    }
    void in_loop(const std::function<void()>& what) {
        std::promise<void> done;
        asio::post(loop_, [&] {
            what();
            done.set_value();
        });
        done.get_future().wait();
    }
    void close() {
        in_loop([this] { server_->close(); });
    }
    std::size_t kept() {
        std::size_t number = 0;
        in_loop([&] { number = kept_.size(); });
        return number;
    }
    void wait_for(std::size_t number) {
        while (kept() < number)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    void answer_kept() {
        in_loop([this] {
            for (auto& [bond, done] : std::exchange(kept_, {})) {
                done(report{bond});
                done(report{"twice"}); // of no effect
            }
        });
    }
    void drop_kept() {
        in_loop([this] { kept_.clear(); });
    }

private:
    void take(order given, control_server::done done) {
        if (given.bond.starts_with("later"))
            kept_.emplace_back(given.bond, std::move(done));
        else if (given.bond == "none")
            done(error{exit_code::no_such, "none: no such bond", "log"});
        else
            done(report{given.bond});
    }

    asio::io_context loop_;
    asio::executor_work_guard<asio::io_context::executor_type> work_{loop_.get_executor()};
    std::optional<control_server> server_;
    std::vector<std::pair<std::string, control_server::done>> kept_;
    std::thread thread_;
};

unique_fd connect_to(const fs::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
    unique_fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    REQUIRE(::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
    return socket;
}

void say(const unique_fd& socket, std::string_view text) {
    static_cast<void>(::send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL));
}

// All that comes until the other end hangs up.
std::string hear_all(const unique_fd& socket) {
    std::string text;
    char bytes[4096];
    for (ssize_t size; (size = ::recv(socket.get(), bytes, sizeof(bytes), 0)) > 0;)
        text.append(bytes, static_cast<std::size_t>(size));
    return text;
}

std::string hear_line(const unique_fd& socket) {
    std::string text;
    char byte;
    while (::recv(socket.get(), &byte, 1, 0) == 1 && byte != '\n')
        text += byte;
    return text;
}

void check_alive(const fs::path& socket) {
    const auto answer = ask_daemon(socket, order_down("uplink"));
    REQUIRE(answer);
    REQUIRE_MESSAGE(*answer, answer->failure().message);
    CHECK(**answer == report{"uplink"});
}

} // namespace

TEST_CASE("a command asks, the daemon answers: done, failed, and who it is") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket);
    check_alive(socket);
    const auto failed = ask_daemon(socket, order_down("none"));
    REQUIRE(failed);
    CHECK(failed->failure().code == exit_code::no_such);
    CHECK(failed->failure().message == "none: no such bond");
    CHECK(failed->failure().detail == "log");
    const auto facts = greet_daemon(socket);
    REQUIRE(facts);
    REQUIRE(*facts);
    CHECK((*facts)->pid == 42);
    CHECK((*facts)->bonds == std::vector<std::string>{"uplink"});
}

TEST_CASE("where no daemon is there is no answer: no folder, no socket, one that was left behind") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    CHECK_FALSE(ask_daemon(folder.path / "no" / "a.sock", order_down("b")));
    CHECK_FALSE(ask_daemon(socket, order_down("b")));
    CHECK_FALSE(ask_daemon(folder.path / std::string(200, 'x'), order_down("b")));
    CHECK_FALSE(greet_daemon(socket));
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        socket.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
        unique_fd left(::socket(AF_UNIX, SOCK_STREAM, 0));
        REQUIRE(::bind(left.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
    }
    CHECK(fs::exists(socket));
    CHECK_FALSE(ask_daemon(socket, order_down("b")));
    running_server server(socket); // replaces it
    check_alive(socket);
}

TEST_CASE("the folder and the files are the owner's only, and go with the daemon") {
    temporary_folder folder;
    const auto socket = folder.path / "run" / "a.sock";
    {
        running_server server(socket);
        CHECK(fs::status(socket.parent_path()).permissions() == fs::perms(0700));
        CHECK(fs::status(socket).permissions() == fs::perms(0600));
        CHECK(fs::status(lock_path(socket)).permissions() == fs::perms(0600));
        CHECK(fs::is_socket(socket));
    }
    CHECK_FALSE(fs::exists(socket.parent_path()));
}

TEST_CASE("a folder that others may write into is not used") {
    temporary_folder folder;
    for (const auto mode : {fs::perms(0770), fs::perms(01777)}) {
        fs::permissions(folder.path, mode);
        const auto opened = daemon_socket::open(folder.path / "a.sock");
        REQUIRE_FALSE(opened);
        CHECK(opened.failure().code == exit_code::privilege);
        CHECK(fs::is_empty(folder.path));
    }
}

TEST_CASE("a second daemon is refused and told who the first is; the first goes on") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket);
    const auto second = daemon_socket::open(socket);
    REQUIRE_FALSE(second);
    CHECK(second.failure().code == exit_code::busy);
    CHECK(second.failure().message.find("process " + std::to_string(::getpid()) + ";") != std::string::npos);
    check_alive(socket);
    CHECK(daemon_socket::open(folder.path / "b.sock")); // of another namespace
    server.stop();
    running_server third(socket);
    check_alive(socket);
}

TEST_CASE("a daemon that was killed is replaced") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    int ready[2];
    REQUIRE(::pipe2(ready, O_CLOEXEC) == 0);
    const pid_t killed = ::fork();
    if (killed == 0) {
        const auto opened = daemon_socket::open(socket);
        static_cast<void>(::write(ready[1], opened ? "1" : "0", 1));
        for (;;)
            ::pause();
    }
    char opened = 0;
    CHECK(::read(ready[0], &opened, 1) == 1);
    CHECK(opened == '1');
    CHECK(daemon_socket::open(socket).failure().code == exit_code::busy);
    ::kill(killed, SIGKILL);
    ::waitpid(killed, nullptr, 0);
    for (int end : ready)
        ::close(end);
    CHECK(fs::exists(socket));
    CHECK(fs::exists(lock_path(socket)));
    running_server server(socket);
    check_alive(socket);
}

TEST_CASE("several questions on one connection, in whatever pieces they come") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket);
    const auto line = *write_question(order_down("one")) + "\n" + *write_question(hello{}) + "\n" +
                      *write_question(order_down("two")) + "\n";
    const auto client = connect_to(socket);
    for (const char byte : line)
        say(client, std::string_view(&byte, 1));
    CHECK(*read_report(hear_line(client)) == report{"one"});
    CHECK(read_facts(hear_line(client)));
    CHECK(*read_report(hear_line(client)) == report{"two"});
    say(client, line);
    ::shutdown(client.get(), SHUT_WR);
    const auto all = hear_all(client);
    CHECK(std::ranges::count(all, '\n') == 3);
}

TEST_CASE("an order takes its time: others are answered meanwhile") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket, {.clients = 8, .idle = std::chrono::milliseconds(50)});
    auto slow = std::async(std::launch::async, [&] { return ask_daemon(socket, order_down("later")); });
    server.wait_for(1);
    check_alive(socket);
    // Longer than a client may be idle.
    std::this_thread::sleep_for(std::chrono::milliseconds(120));
    server.answer_kept();
    const auto answer = slow.get();
    REQUIRE(answer);
    REQUIRE(*answer);
    CHECK(**answer == report{"later"});
}

TEST_CASE("the daemon ends before it answers: the command says so; an order that it had not read is nobody's") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    for (const bool dropped : {true, false}) {
        running_server server(socket);
        auto slow = std::async(std::launch::async, [&] { return ask_daemon(socket, order_down("later")); });
        server.wait_for(1);
        if (dropped)
            server.drop_kept();
        else
            server.stop();
        const auto answer = slow.get();
        REQUIRE(answer);
        REQUIRE_FALSE(*answer);
        CHECK(answer->failure().code == exit_code::failed);
        CHECK(answer->failure().message ==
              "later: the daemon ended before it answered; see `xdpbond-load status later`");
    }
    // One that listens and takes nothing in.
    auto listens = std::make_optional(daemon_socket::open(socket));
    auto unread = std::async(std::launch::async, [&] { return ask_daemon(socket, order_down("b")); });
    pollfd connected{(**listens).listening(), POLLIN, 0};
    REQUIRE(::poll(&connected, 1, 10'000) == 1);
    listens.reset();
    CHECK_FALSE(unread.get());
}

TEST_CASE("told to close, a daemon answers what it was asked and takes no more") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket);
    const auto idle = connect_to(socket);
    say(idle, *write_question(hello{}) + "\n");
    CHECK(read_facts(hear_line(idle)));
    auto slow = std::async(std::launch::async, [&] { return ask_daemon(socket, order_down("later")); });
    server.wait_for(1);
    server.close();
    CHECK_FALSE(fs::exists(socket));
    CHECK(daemon_socket::open(socket).failure().code == exit_code::busy);
    CHECK(hear_all(idle).empty());
    CHECK_FALSE(ask_daemon(socket, order_down("b")));
    server.answer_kept();
    const auto answer = slow.get();
    REQUIRE(answer);
    REQUIRE(*answer);
    CHECK(**answer == report{"later"});
}

TEST_CASE("a client that goes away disturbs nobody: before it asks, within its line, while its order is carried out") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket);
    const auto line = *write_question(order_down("later")) + "\n";
    for (std::size_t part : {std::size_t(0), std::size_t(1), line.size() / 2, line.size() - 1})
        say(connect_to(socket), line.substr(0, part));
    CHECK(server.kept() == 0);
    say(connect_to(socket), line);
    server.wait_for(1);
    server.answer_kept();
    check_alive(socket);
}

TEST_CASE("random bytes, endless lines and lines that are no questions are answered with an error and hung up on") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket);
    std::mt19937 random(20260401);
    for (int round = 0; round < 200; round++) {
        std::string noise(random() % 3000 + 1, '\0');
        for (char& byte : noise)
            byte = static_cast<char>(random());
        const auto client = connect_to(socket);
        say(client, noise + "\n");
        const auto answer = hear_line(client);
        CHECK(read_report(answer).failure().code == exit_code::usage);
    }
    const auto endless = connect_to(socket);
    std::thread talking([&] {
        const std::string piece(1 << 16, 'a');
        for (int i = 0; i < 64; i++)
            say(endless, piece);
    });
    CHECK(read_report(hear_line(endless)).failure().message.find("longer than") != std::string::npos);
    talking.join();
    check_alive(socket);
}

TEST_CASE("who says nothing is hung up on, and who takes no answers") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket, {.clients = 4, .idle = std::chrono::milliseconds(50)});
    const auto silent = connect_to(socket);
    const auto half = connect_to(socket);
    say(half, "{\"xdpbond\"");
    CHECK(hear_all(silent).empty());
    CHECK(hear_all(half).empty());
    // Asks, and never reads: its answers fill the socket, and then it is cut off.
    const auto deaf = connect_to(socket);
    const auto line = *write_question(order_down(std::string(20'000, 'x'))) + "\n";
    while (::send(deaf.get(), line.data(), line.size(), MSG_NOSIGNAL) > 0)
        ;
    check_alive(socket);
}

TEST_CASE("more clients than it serves are told so, and room is made again") {
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket, {.clients = 3});
    {
        std::vector<unique_fd> clients;
        for (int i = 0; i < 3; i++)
            clients.push_back(connect_to(socket));
        const auto answer = ask_daemon(socket, order_down("b"));
        REQUIRE(answer);
        REQUIRE_FALSE(*answer);
        CHECK(answer->failure().code == exit_code::busy);
        say(clients[0], *write_question(order_down("uplink")) + "\n");
        CHECK(*read_report(hear_line(clients[0])) == report{"uplink"});
    }
    for (;;) { // until it has seen that they are gone
        const auto answer = ask_daemon(socket, order_down("b"));
        REQUIRE(answer);
        if (*answer)
            break;
    }
}

TEST_CASE("another user is refused, by the files and by the daemon itself") {
    if (::geteuid() != 0) {
        MESSAGE("SKIPPED: needs root to become another user");
        return;
    }
    temporary_folder folder;
    const auto socket = folder.path / "a.sock";
    running_server server(socket);
    // What another user gets to hear: a child that gives its rights away.
    const auto as_nobody = [&](const std::function<int()>& what) {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(::setresuid(65534, 65534, 65534) ? 99 : what());
        int status = 0;
        ::waitpid(child, &status, 0);
        return WEXITSTATUS(status);
    };
    const auto ask = [&] {
        const auto answer = ask_daemon(socket, order_down("uplink"));
        return !answer ? 98 : *answer ? 0 : static_cast<int>(answer->failure().code);
    };
    CHECK(as_nobody(ask) == static_cast<int>(exit_code::privilege));
    // As if the files let everybody in. The client trusts a daemon of root's; this daemon does not trust the client.
    fs::permissions(folder.path, fs::perms(0755));
    fs::permissions(socket, fs::perms(0666));
    CHECK(as_nobody(ask) == static_cast<int>(exit_code::privilege));
    check_alive(socket);
}

TEST_CASE("a socket that another user listens at is told nothing") {
    if (::geteuid() != 0) {
        MESSAGE("SKIPPED: needs root to become another user");
        return;
    }
    temporary_folder folder;
    fs::permissions(folder.path, fs::perms(0777));
    const auto socket = folder.path / "a.sock";
    int ready[2];
    REQUIRE(::pipe2(ready, O_CLOEXEC) == 0);
    const pid_t other = ::fork();
    if (other == 0) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        socket.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
        const int listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
        if (::setresuid(65534, 65534, 65534) ||
            ::bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) || ::listen(listening, 1))
            ::_exit(99);
        static_cast<void>(::write(ready[1], "1", 1));
        const int client = ::accept(listening, nullptr, nullptr);
        char byte;
        ::_exit(::recv(client, &byte, 1, 0) == 0 ? 0 : 1);
    }
    char byte;
    CHECK(::read(ready[0], &byte, 1) == 1);
    const auto answer = ask_daemon(socket, order_down("b"));
    REQUIRE(answer);
    REQUIRE_FALSE(*answer);
    CHECK(answer->failure().code == exit_code::privilege);
    int status = 0;
    ::waitpid(other, &status, 0);
    CHECK(WEXITSTATUS(status) == 0);
    for (int end : ready)
        ::close(end);
}

TEST_CASE("the socket's name: the namespace's number and the pin folder itself, whatever it is called") {
    temporary_folder folder;
    fs::create_directory(folder.path / "pins");
    fs::create_directory(folder.path / "more");
    fs::create_symlink("pins", folder.path / "same");
    const auto path_of = [&](const char* name) {
        context where;
        where.pin_dir = folder.path / name;
        const auto path = socket_path(where, "/run/x");
        REQUIRE(path);
        return *path;
    };
    CHECK(path_of("pins") == path_of("same"));
    CHECK(path_of("pins") == path_of("more/../pins"));
    CHECK(path_of("pins") != path_of("more"));
    const auto name = path_of("pins").filename().string();
    CHECK(name.find('-') == 16);
    CHECK(name.ends_with(".sock"));
    CHECK(path_of("pins").parent_path() == "/run/x");
    context nowhere;
    nowhere.pin_dir = folder.path / "not there";
    CHECK(socket_path(nowhere).failure().code == exit_code::no_such);
}
