// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "daemon.hpp"

#include "../objects.hpp"
#include "../status_json.hpp"
#include "event_text.hpp"
#include "notify.hpp"
#include "order_job.hpp"

#include <xdpbond/control/operations.hpp>
#include <xdpbond/version.hpp>

#include <asio/post.hpp>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

namespace xdpbond::loader {
namespace {

using namespace std::chrono_literals;

constexpr auto quiet = 300ms; // whoever makes a port goes on to set it up, name it, move its other end
constexpr auto failed_retry = 5s;

} // namespace

daemon::daemon(const daemon_words& words, configuration wanted, control::context where, control::keeper keeper,
               daemon_socket socket)
    : words_(words), wanted_(std::move(wanted)), where_(std::move(where)), out_(STDOUT_FILENO, words.events),
      keeper_(std::move(keeper)), links_(loop_, ::dup(keeper_.descriptor())),
      jobs_(loop_, keeper_,
            [this](const job& finished, const job::answer& answer, std::vector<control::told_event> events) {
                after_job(finished, answer, std::move(events));
            }) {
    server_.emplace(
        loop_, std::move(socket),
        [this](order asked, control_server::done done) { add(asked, "command", std::move(done)); },
        [this] { return introduce(); });
}

void daemon::run() {
    std::signal(SIGPIPE, SIG_IGN);
    repair_all();
    look();
    watch_links();
    watch_signals();
    when_idle();
    loop_.run();
}

void daemon::watch_links() {
    links_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const std::error_code& failure) {
        if (failure)
            return;
        look();
        watch_links();
    });
}

void daemon::watch_time() {
    timer_.expires_at(keeper_.next());
    timer_.async_wait([this](const std::error_code& failure) {
        if (!failure)
            look();
    });
}

void daemon::watch_signals() {
    signals_.async_wait([this](const std::error_code& failure, int number) {
        if (failure)
            return;
        number == SIGHUP ? reload() : stop();
        watch_signals();
    });
}

void daemon::look() {
    const auto now = std::chrono::steady_clock::now();
    const auto events = keeper_.look(now);
    tell(events);
    for (auto& bond : keeper_.take_untended(now))
        jobs_.add({bond, "tend", "link",
                   [bond](const control::context& where) { return control::tend(where, bond, builtin_objects()); }});
    const auto heard = keeper_.take_heard();
    if (!waiting_.empty() && (!events.empty() || is_wanted(heard)))
        retry_later(quiet);
    watch_time();
}

// Whether a port of the configuration is among these.
bool daemon::is_wanted(const std::vector<std::string>& heard) const {
    const auto wanted = port_names(wanted_);
    return std::ranges::find_first_of(heard, wanted) != heard.end();
}

// Once at a time; an earlier one counts.
void daemon::retry_later(std::chrono::milliseconds delay) {
    if (std::exchange(retry_armed_, true))
        return;
    retry_.expires_after(delay);
    retry_.async_wait([this](const std::error_code& failure) {
        if (failure)
            return;
        retry_armed_ = false;
        waiting_due_ = true;
        when_idle();
    });
}

void daemon::add(const order& asked, const std::string& cause, std::function<void(const job::answer&)> done) {
    jobs_.add(job_of(asked, cause, std::move(done)));
}

void daemon::after_job(const job& finished, const job::answer& answer, std::vector<control::told_event> events) {
    tell(events);
    const std::string object = finished.bond + " " + finished.what;
    const bool asked_for = finished.cause == "command" || finished.cause == "configuration";
    if (!answer && finished.cause != "command") {
        complain(object, finished.bond + ": " + finished.what + ": " + answer.failure().message, finished.bond);
    } else {
        complaints_.erase(object);
        if (asked_for || !answer->empty())
            say(change_json(finished.bond, finished.what, finished.cause, answer),
                change_sentence(finished.bond, finished.what, finished.cause, answer));
    }
    if (!answer && finished.cause == "configuration") { // for now
        waiting_.push_back({finished.bond, finished.port, answer.failure().message});
        retry_later(failed_retry);
    } else {
        waiting_due_ |= !waiting_.empty();
    }
    asio::post(loop_, [this] { when_idle(); });
    watch_time();
}

void daemon::when_idle() {
    if (!jobs_.idle())
        return;
    if (stopping_) {
        loop_.stop();
        return;
    }
    if (std::exchange(reconcile_due_, false))
        reconcile();
    else if (std::exchange(waiting_due_, false))
        reconcile_waiting();
    if (!jobs_.idle() || ready_)
        return;
    ready_ = true;
    const auto names = keeper_.names();
    const std::string watching = "watching " + std::to_string(names.size()) + " bonds";
    notify_manager("READY=1\nSTATUS=" + watching + "\n");
    say({{"time", time_now()}, {"event", "ready"}, {"bonds", names}, {"pid", ::getpid()}},
        "xdpbond-load: ready, " + watching);
}

void daemon::repair_all() {
    const auto names = control::list_to_repair(where_);
    if (!names)
        return complain("bonds", names.failure().message);
    for (const auto& bond : *names) {
        jobs_.add(
            {bond, "repair", "start", [bond](const control::context& where) { return control::repair(where, bond); }});
        jobs_.add({bond, "upgrade", "start", [bond](const control::context& where) -> job::answer {
                       auto done = control::refresh_program(where, bond, builtin_objects());
                       // What repair() has taken away.
                       return done || done.failure().code != exit_code::no_such ? done : control::report{};
                   }});
    }
}

std::vector<control::bond_state> daemon::bonds_now() const {
    std::vector<control::bond_state> bonds;
    const auto names = control::list(where_);
    for (const auto& name : names ? *names : std::vector<std::string>{})
        if (auto bond = control::inspect(where_, name))
            bonds.push_back(*std::move(bond));
    return bonds;
}

void daemon::reconcile() {
    if (words_.config.empty())
        return;
    const auto ports = find_ports(where_, wanted_);
    if (!ports) {
        reconcile_due_ = true;
        retry_later(failed_retry);
        return complain("ports", ports.failure().message);
    }
    carry_out_all(orders_for(wanted_, bonds_now(), *ports));
}

void daemon::reconcile_waiting() {
    const auto ports = find_ports(where_, wanted_);
    if (ports)
        carry_out_all(orders_for_waiting(wanted_, bonds_now(), *ports, waiting_));
}

void daemon::carry_out_all(reconciliation steps) {
    for (const auto& each : steps.refused)
        complain(text_of(each), text_of(each));
    for (const auto& each : steps.waiting)
        complain(each.bond + "/" + each.port, each.why, each.bond);
    // A new configuration is taken whole or not at all.
    if (!steps.refused.empty()) {
        complain(words_.config, words_.config.string() + ": nothing is changed" +
                                    (before_ ? "; the configuration of before is kept" : ""));
        if (before_)
            wanted_ = *std::exchange(before_, std::nullopt);
        else
            waiting_.clear();
        return;
    }
    before_.reset();
    waiting_ = std::move(steps.waiting);
    for (const auto& each : steps.orders)
        add(each, "configuration");
}

void daemon::reload() {
    if (words_.config.empty() || stopping_)
        return;
    notify_manager("RELOADING=1\n");
    auto reading = load_configuration(words_.config);
    for (const auto& each : reading.notes)
        complaints_out_.write("xdpbond-load: warning: " + text_of(each));
    if (reading.usable()) {
        if (!before_)
            before_ = std::move(wanted_);
        wanted_ = std::move(reading.content);
        complaints_.clear();
        reconcile_due_ = true;
    } else {
        for (const auto& each : reading.mistakes)
            complaints_out_.write("xdpbond-load: " + text_of(each));
        complaints_out_.write("xdpbond-load: " + words_.config.string() +
                              ": nothing is changed; the configuration of before is kept");
    }
    ready_ = false;
    when_idle();
}

void daemon::stop() {
    if (std::exchange(stopping_, true)) { // asked twice: what has not begun is not waited for
        jobs_.close();
        return when_idle();
    }
    notify_manager("STOPPING=1\n");
    server_->close();
    for (const auto& bond : wanted_.bonds)
        if (bond.down_on_stop)
            add(order_down(bond.request.name), "stop");
    when_idle();
}

void daemon::tell(const std::vector<control::told_event>& events) {
    for (const auto& each : events)
        say(event_json(each), event_sentence(each));
}

void daemon::say(const nlohmann::ordered_json& object, const std::string& sentence) {
    out_.write(out_.json() ? json_text(object) : sentence);
}

// Once, until something else is to be said about the same object.
void daemon::complain(const std::string& object, const std::string& sentence, const std::string& bond) {
    std::string& last = complaints_[object];
    if (last == sentence)
        return;
    last = sentence;
    complaints_out_.write("xdpbond-load: " + sentence);
    if (out_.json())
        out_.write(json_text(event_json({bond, {}, sentence})));
}

daemon_facts daemon::introduce() const {
    return {.pid = static_cast<std::uint32_t>(::getpid()),
            .release = XDPBOND_VERSION,
            .abi = XDPBOND_ABI_VERSION,
            .uptime = static_cast<std::uint64_t>(
                std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - started_).count()),
            .bonds = keeper_.names()};
}

} // namespace xdpbond::loader
