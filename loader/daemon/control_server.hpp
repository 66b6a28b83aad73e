// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The daemon's end of its socket: questions of commands come in, answers go out (order_json.hpp).

#include "../order_json.hpp"
#include "daemon_socket.hpp"

#include <asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

namespace xdpbond::loader {

struct server_limits {
    std::size_t clients = 64;
    std::chrono::milliseconds idle{10'000}; // to say something, or to take an answer
};

// Everything happens in the thread that runs the loop. Whatever a client sends, or that it goes away, disturbs no
// other.
class control_server {
public:
    using done = std::function<void(control::result<control::report>)>;
    // Carries out an order and calls `done` once, then or later, in the loop's thread and while the loop lives; without
    // such a call the command is told that the daemon ended. Orders may come while earlier ones are not done.
    using handler = std::function<void(order, done)>;
    using introduction = std::function<daemon_facts()>;

    control_server(asio::io_context& loop, daemon_socket socket, handler handle, introduction introduce,
                   server_limits limits = {});
    control_server(control_server&&) noexcept = default;
    control_server& operator=(control_server&&) = delete;
    // Commands that wait for an answer are cut off.
    ~control_server();

    // Takes no more orders and removes the socket, not yet the lock; answers to orders that are not done yet still go
    // out.
    void close();

private:
    class core;
    class client;
    std::shared_ptr<core> core_;
};

} // namespace xdpbond::loader
