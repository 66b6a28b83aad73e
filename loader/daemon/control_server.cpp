// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "control_server.hpp"

#include "line_splitter.hpp"
#include "peer.hpp"

#include <asio/local/stream_protocol.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>
#include <asio/write.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xdpbond::loader {

namespace {

using control::error;
using control::exit_code;

// After a failed accept: descriptors may be short for a while.
constexpr std::chrono::milliseconds breath{100};

} // namespace

class control_server::core : public std::enable_shared_from_this<core> {
public:
    core(asio::io_context& loop, daemon_socket socket, handler handle, introduction introduce, server_limits limits)
        : handle(std::move(handle)), introduce(std::move(introduce)), limits(limits), loop_(loop),
          files_(std::move(socket)), listening_(loop), pause_(loop) {}

    void start();
    void close(bool answer);
    bool closed() const { return closed_; }

    const handler handle;
    const introduction introduce;
    const server_limits limits;

private:
    void wait();
    void accept();
    void take_in(int socket);

    asio::io_context& loop_;
    std::optional<daemon_socket> files_;
    bool closed_ = false;
    asio::posix::stream_descriptor listening_;
    asio::steady_timer pause_;
    std::vector<std::weak_ptr<client>> clients_;
};

// One connection: a line, its answer, the next line.
class control_server::client : public std::enable_shared_from_this<client> {
public:
    client(asio::io_context& loop, std::shared_ptr<core> core)
        : core_(std::move(core)), socket_(loop), patience_(loop), lines_(longest_question) {}

    bool adopt(int socket) {
        std::error_code failed;
        socket_.assign(asio::local::stream_protocol(), socket, failed);
        return !failed;
    }
    // The next line, if it came already.
    void go_on();
    void refuse(error why) { answer(write_answer(control::result<control::report>(std::move(why))), true); }
    // An answer.
    bool owes() const { return waits_ || !out_.empty(); }
    void hang_up() {
        std::error_code ignored;
        patience_.cancel();
        socket_.close(ignored);
    }

private:
    void read();
    void read_line(const std::string& line);
    void carry_out(order order);
    void answer(std::string text, bool last = false);
    void have_patience();

    std::shared_ptr<core> core_;
    asio::local::stream_protocol::socket socket_;
    asio::steady_timer patience_;
    line_splitter lines_;
    std::array<char, 4096> bytes_;
    std::string out_;
    bool waits_ = false; // for an order to be done
};

void control_server::core::start() {
    const int socket = ::fcntl(files_->listening(), F_DUPFD_CLOEXEC, 0);
    std::error_code failed;
    listening_.assign(socket, failed);
    if (failed)
        ::close(socket);
    else
        wait();
}

void control_server::core::wait() {
    listening_.async_wait(asio::posix::stream_descriptor::wait_read,
                          [self = shared_from_this()](const std::error_code& failed) {
                              if (!failed && !self->closed())
                                  self->accept();
                          });
}

void control_server::core::accept() {
    const int socket = ::accept4(listening_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) {
        take_in(socket);
        return wait();
    }
    if (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED)
        return wait();
    pause_.expires_after(breath);
    pause_.async_wait([self = shared_from_this()](const std::error_code& failed) {
        if (!failed && !self->closed())
            self->wait();
    });
}

void control_server::core::take_in(int socket) {
    std::erase_if(clients_, [](const auto& each) { return each.expired(); });
    const auto made = std::make_shared<client>(loop_, shared_from_this());
    if (!made->adopt(socket)) {
        ::close(socket);
        return;
    }
    if (const auto asking = peer_of(socket); !asking || !asking->trusted())
        return made->refuse({exit_code::privilege, "this daemon takes orders of root and of its own user only"});
    if (clients_.size() >= limits.clients)
        return made->refuse({exit_code::busy, "the daemon serves " + std::to_string(limits.clients) +
                                                  " commands at the moment; try again"});
    clients_.push_back(made);
    made->go_on();
}

void control_server::core::close(bool answer) {
    std::error_code ignored;
    pause_.cancel();
    listening_.close(ignored);
    closed_ = true;
    if (files_)
        files_->stop_listening();
    if (!answer)
        files_.reset();
    for (const auto& each : clients_)
        if (const auto open = each.lock(); open && !(answer && open->owes()))
            open->hang_up();
}

void control_server::client::go_on() {
    if (const auto line = lines_.next())
        return read_line(*line);
    if (lines_.too_long())
        return refuse({exit_code::usage, "what the command says cannot be read: a line is longer than " +
                                             std::to_string(longest_question) + " bytes"});
    read();
}

void control_server::client::read() {
    have_patience();
    socket_.async_read_some(asio::buffer(bytes_),
                            [self = shared_from_this()](const std::error_code& failed, std::size_t size) {
                                if (failed)
                                    return self->hang_up();
                                self->lines_.take({self->bytes_.data(), size});
                                self->go_on();
                            });
}

void control_server::client::read_line(const std::string& line) {
    if (core_->closed())
        return hang_up();
    auto asked = read_question(line);
    if (!asked)
        return refuse(asked.failure());
    if (auto* change = std::get_if<order>(&*asked))
        return carry_out(std::move(*change));
    answer(write_answer(core_->introduce()));
}

void control_server::client::carry_out(order order) {
    patience_.expires_at(std::chrono::steady_clock::time_point::max());
    waits_ = true;
    core_->handle(std::move(order), [self = shared_from_this()](control::result<control::report> result) {
        if (!std::exchange(self->waits_, false))
            return;
        self->answer(write_answer(result));
    });
}

void control_server::client::answer(std::string text, bool last) {
    out_ = std::move(text) + "\n";
    have_patience();
    asio::async_write(socket_, asio::buffer(out_),
                      [self = shared_from_this(), last](const std::error_code& failed, std::size_t) {
                          self->out_.clear();
                          if (failed || last || self->core_->closed())
                              return self->hang_up();
                          self->go_on();
                      });
}

void control_server::client::have_patience() {
    patience_.expires_after(core_->limits.idle);
    patience_.async_wait([weak = weak_from_this()](const std::error_code& failed) {
        const auto self = weak.lock();
        // It may have been set again after it had expired.
        if (self && !failed && self->patience_.expiry() <= std::chrono::steady_clock::now())
            self->hang_up();
    });
}

control_server::control_server(asio::io_context& loop, daemon_socket socket, handler handle, introduction introduce,
                               server_limits limits)
    : core_(std::make_shared<core>(loop, std::move(socket), std::move(handle), std::move(introduce), limits)) {
    core_->start();
}

control_server::~control_server() {
    if (core_)
        core_->close(false);
}

void control_server::close() {
    core_->close(true);
}

} // namespace xdpbond::loader
