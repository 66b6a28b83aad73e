// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "daemon.hpp"

#include "../objects.hpp"
#include "../order.hpp"
#include "../output.hpp"
#include "configuration.hpp"
#include "control_server.hpp"
#include "event_text.hpp"
#include "event_writer.hpp"
#include "job_queue.hpp"
#include "notify.hpp"
#include "order_job.hpp"
#include "reconcile.hpp"
#include "socket_path.hpp"

#include <xdpbond/control/bpffs.hpp>
#include <xdpbond/control/capabilities.hpp>
#include <xdpbond/control/keeper.hpp>
#include <xdpbond/control/netns.hpp>
#include <xdpbond/control/operations.hpp>
#include <xdpbond/version.hpp>

#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <map>
#include <optional>
#include <utility>

namespace xdpbond::loader {
namespace {

using clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::string line_of(const nlohmann::ordered_json& value) {
    return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

constexpr auto quiet = 300ms;
constexpr auto failed_retry = 5s;

class daemon {
public:
    daemon(const session& session, const daemon_words& words, configuration wanted, control::context where,
           control::keeper keeper, daemon_socket socket);
    void run();

private:
    void watch_links();
    void watch_time();
    void watch_signals();
    void look();
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
    void complain(const std::string& object, const std::string& sentence, const std::string& bond = "");
    void retry_later(std::chrono::milliseconds delay);
    std::vector<control::bond_state> bonds_now() const;
    daemon_facts introduce() const;

    const session& session_;
    const daemon_words words_;
    configuration wanted_;
    std::optional<configuration> before_; // while it is not known whether the new one can be had
    const control::context where_;
    event_writer out_, complaints_out_{STDERR_FILENO, false};
    const clock::time_point started_ = clock::now();

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

daemon::daemon(const session& session, const daemon_words& words, configuration wanted, control::context where,
               control::keeper keeper, daemon_socket socket)
    : session_(session), words_(words), wanted_(std::move(wanted)), where_(std::move(where)),
      out_(STDOUT_FILENO, words.events), keeper_(std::move(keeper)), links_(loop_, ::dup(keeper_.descriptor())),
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
    const auto now = clock::now();
    const auto events = keeper_.look(now);
    tell(events);
    for (auto& bond : keeper_.take_untended(now))
        jobs_.add({bond, "tend", "link",
                   [bond](const control::context& where) { return control::tend(where, bond, builtin_objects()); }});
    const auto wanted = port_names(wanted_), names = keeper_.take_heard();
    const bool heard = std::ranges::any_of(
        names, [&wanted](const auto& name) { return std::ranges::find(wanted, name) != wanted.end(); });
    // Whoever makes a port goes on to set it up, name it, move its other end.
    if ((heard || !events.empty()) && !waiting_.empty())
        retry_later(quiet);
    watch_time();
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
    const bool quiet = answer && answer->empty();
    if (finished.cause == "command" || finished.cause == "configuration" || !quiet) {
        const std::string object = finished.bond + " " + finished.what;
        if (!answer && finished.cause != "command")
            complain(object, finished.bond + ": " + finished.what + ": " + answer.failure().message, finished.bond);
        else {
            complaints_.erase(object);
            if (out_.json())
                out_.write(line_of(change_json(finished.bond, finished.what, finished.cause, answer)));
            else
                out_.write(change_sentence(finished.bond, finished.what, finished.cause, answer));
        }
    } else
        complaints_.erase(finished.bond + " " + finished.what);
    if (!answer && finished.cause == "configuration") { // for now
        waiting_.push_back({finished.bond, finished.port, answer.failure().message});
        retry_later(failed_retry);
    } else if (finished.cause != "configuration") {
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
    notify_manager("READY=1\nSTATUS=watching " + std::to_string(keeper_.names().size()) + " bonds\n");
    if (!out_.json())
        out_.write("xdpbond-load: ready, watching " + std::to_string(keeper_.names().size()) + " bonds");
    else
        out_.write(
            line_of({{"time", time_now()}, {"event", "ready"}, {"bonds", keeper_.names()}, {"pid", ::getpid()}}));
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
        if (out_.json())
            out_.write(line_of(event_json(each)));
        else
            out_.write(event_sentence(each));
}

// Once, until something else is to be said about the same object.
void daemon::complain(const std::string& object, const std::string& sentence, const std::string& bond) {
    std::string& last = complaints_[object];
    if (last == sentence)
        return;
    last = sentence;
    complaints_out_.write("xdpbond-load: " + sentence);
    if (out_.json())
        out_.write(line_of(event_json({bond, {}, sentence})));
}

daemon_facts daemon::introduce() const {
    return {.pid = static_cast<std::uint32_t>(::getpid()),
            .release = XDPBOND_VERSION,
            .abi = XDPBOND_ABI_VERSION,
            .uptime = static_cast<std::uint64_t>(
                std::chrono::duration_cast<std::chrono::seconds>(clock::now() - started_).count()),
            .bonds = keeper_.names()};
}

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
    daemon(session, words, *std::move(wanted), std::move(where), *std::move(keeper), *std::move(socket)).run();
    return {};
}

} // namespace xdpbond::loader
