// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The daemon: one loop that watches the bonds of a network namespace, takes orders and keeps to its configuration.

#include "../order.hpp"
#include "configuration.hpp"
#include "control_server.hpp"
#include "event_writer.hpp"
#include "job_queue.hpp"
#include "reconcile.hpp"
#include "start.hpp"

#include <xdpbond/control/keeper.hpp>

#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace xdpbond::loader {

class daemon {
public:
    daemon(const daemon_words& words, configuration wanted, control::context where, control::keeper keeper,
           daemon_socket socket);
    void run();

private:
    void watch_links();
    void watch_time();
    void watch_signals();
    void look();
    bool is_wanted(const std::vector<std::string>& heard) const;
    void add(const order& asked, const std::string& cause, std::function<void(const job::answer&)> done = {});
    void after_job(const job& finished, const job::answer& answer, std::vector<control::told_event> events);
    void when_idle();
    void repair_all();
    void reconcile();
    void reconcile_waiting();
    void carry_out_all(reconciliation steps);
    void reload();
    void stop();
    void tell(const std::vector<control::told_event>& events);
    void say(const nlohmann::ordered_json& object, const std::string& sentence);
    void complain(const std::string& object, const std::string& sentence, const std::string& bond = "");
    void retry_later(std::chrono::milliseconds delay);
    std::vector<control::bond_state> bonds_now() const;
    daemon_facts introduce() const;

    const daemon_words words_;
    configuration wanted_;
    std::optional<configuration> before_; // while it is not known whether the new one can be had
    const control::context where_;
    event_writer out_, complaints_out_{STDERR_FILENO, false};
    const control::moment started_ = std::chrono::steady_clock::now();

    asio::io_context loop_{1};
    control::keeper keeper_;
    asio::posix::stream_descriptor links_;
    asio::steady_timer timer_{loop_};
    asio::steady_timer retry_{loop_}; // of what waits
    bool retry_armed_ = false;
    asio::signal_set signals_{loop_, SIGTERM, SIGINT, SIGHUP};
    std::vector<waiting_port> waiting_;
    std::map<std::string, std::string> complaints_; // the last one about each object
    bool reconcile_due_ = true, waiting_due_ = false, ready_ = false, stopping_ = false;
    std::optional<control_server> server_;
    job_queue jobs_;
};

} // namespace xdpbond::loader
