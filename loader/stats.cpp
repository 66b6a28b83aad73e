// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load stats: packets and bytes per slave and per reason, once or every second; metrics for Prometheus.

#include "bonds.hpp"
#include "output.hpp"
#include "prometheus.hpp"
#include "status_json.hpp"
#include "tally.hpp"

#include <CLI/CLI.hpp>

#include <signal.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>

namespace xdpbond::loader {
namespace {

using clock = std::chrono::steady_clock;

struct stats_words {
    std::string name;
    std::string format = "text";
    bool json = false;
    bool watch = false;
};

struct snapshot {
    clock::time_point time;
    std::vector<tally> tallies;
};

result<snapshot> look(const session& session, const std::string& name) {
    const auto bonds = inspect_bonds(session.where, name);
    if (!bonds)
        return bonds.failure();
    snapshot seen{clock::now(), {}};
    for (const auto& bond : *bonds)
        seen.tallies.push_back(tally_of(bond));
    return seen;
}

void show(const snapshot& now, const snapshot* before, bool as_json) {
    auto array = nlohmann::ordered_json::array();
    std::string text;
    for (const auto& each : now.tallies) {
        std::optional<tally> rate;
        if (before)
            for (const auto& earlier : before->tallies)
                if (earlier.name == each.name)
                    rate = rates(earlier, each, std::chrono::duration<double>(now.time - before->time).count());
        array.push_back(tally_json(each, rate ? &*rate : nullptr));
        text += (text.empty() ? "" : "\n") + tally_text(each, rate ? &*rate : nullptr);
    }
    print(as_json ? json_line(array) : text);
}

volatile sig_atomic_t stop_asked = 0;

// SIGINT ends a watch as an answer does: with exit code 0. It is let in only while the command sleeps.
class interruptible_sleep {
public:
    interruptible_sleep() {
        struct sigaction action {};
        action.sa_handler = [](int) { stop_asked = 1; };
        ::sigaction(SIGINT, &action, nullptr);
        ::sigaction(SIGTERM, &action, nullptr);
        sigset_t ours;
        ::sigemptyset(&ours);
        ::sigaddset(&ours, SIGINT);
        ::sigaddset(&ours, SIGTERM);
        ::sigprocmask(SIG_BLOCK, &ours, &before_);
    }

    // False: asked to stop.
    bool one_second() const {
        const timespec second{1, 0};
        ::pselect(0, nullptr, nullptr, nullptr, &second, &before_);
        return !stop_asked;
    }

private:
    sigset_t before_{};
};

result<void> watch(const session& session, const stats_words& words) {
    const interruptible_sleep sleep;
    std::optional<snapshot> before;
    do {
        auto now = look(session, words.name);
        if (!now)
            return now.failure();
        if (before && !words.json)
            print("\n");
        show(*now, before ? &*before : nullptr, words.json);
        if (std::fflush(stdout) != 0)
            return {}; // the reader is gone; main says so
        before = *std::move(now);
    } while (sleep.one_second());
    return {};
}

result<void> show_metrics(const session& session, const stats_words& words) {
    if (words.watch)
        return error{exit_code::usage, "--format prometheus: is told once, for who asks again; leave --watch out"};
    const auto bonds = inspect_bonds(session.where, words.name);
    if (!bonds)
        return bonds.failure();
    print(prometheus_text(*bonds));
    return {};
}

result<void> run(const session& session, stats_words words) {
    if (words.format == "json")
        words.json = true;
    else if (words.format != "text" && words.format != "prometheus")
        return error{exit_code::usage, "--format " + words.format + ": takes text, json or prometheus"};
    else if (words.format == "prometheus" && words.json)
        return error{exit_code::usage, "--json: the metrics are no JSON; give --json or --format prometheus"};
    if (words.format == "prometheus")
        return show_metrics(session, words);
    if (words.watch)
        return watch(session, words);
    const auto now = look(session, words.name);
    if (!now)
        return now.failure();
    show(*now, nullptr, words.json);
    return {};
}

} // namespace

void add_stats(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand(
        "stats",
        "Show packets and bytes per slave and per reason, and what the kernel lost after that, per slave and errno");
    auto words = std::make_shared<stats_words>();
    command->add_option("NAME", words->name, "The bond's name; without it all bonds");
    command->add_option("--format", words->format, "text (default), json, or prometheus: metrics in its text format")
        ->type_name("text|json|prometheus");
    command->add_flag("--json", words->json, "JSON; with --watch one array a line");
    command->add_flag("--watch", words->watch, "Again every second, with rates, until interrupted");
    command->callback([&session, words] { session.command = [&session, words] { return run(session, *words); }; });
}

} // namespace xdpbond::loader
