// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-operate WHAT NETNS PINS COUNT
//
// Does one kind of operation on the bond "uplink" of slaves s0, s1, s2, COUNT times or until SIGTERM, in one process
// that uses the control library as an orchestrator would. Prints {"started": true}, then does it, and at the end
//   {"events": N, "seconds": S, "rss": [KiB, KiB], "fds": [N, N]}
// with resident memory and open files after a tenth of the events, but at least two rounds of what is done in turn, and
// after all of them.
//   updown    up and down, in every mode in turn
//   mode      set mode, each in turn
//   policy    set xmit_hash_policy, each in turn (the bond is in balance-xor)
//   replace   the program replaced by another that does the same
//   drain     slave s0 put on standby, and back
//   slave     slave s2 taken out, and added again
// It is linked against the control library as it is and against builds that are broken on purpose (tests/broken).

#include <xdpbond/control/operations.hpp>

#include <builtin.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>

using namespace xdpbond::control;

namespace {

volatile std::sig_atomic_t stop = 0;

void on_signal(int) {
    stop = 1;
}

int fail(const error& failure) {
    std::fprintf(stderr, "operate: %s\n%s", failure.message.c_str(), failure.detail.c_str());
    return 1;
}

const object_provider objects = [](std::string_view program,
                                   const xdpbond_options& options) -> result<std::span<const std::byte>> {
    return xdpbond::builtin::object(program, options.mode, options.hash);
};

constexpr const char* modes[] = {"balance-xor", "active-backup", "balance-rr", "broadcast", "802.3ad"};
constexpr const char* policies[] = {"layer2+3", "layer3+4", "encap2+3", "encap3+4", "vlan+srcmac", "layer2"};
const std::string bond = "uplink";

template <std::size_t Size>
const char* turn(const char* const (&words)[Size], long number) {
    return words[number % static_cast<long>(Size)];
}

result<void> done(const result<report>& report) {
    return report ? result<void>() : report.failure();
}

result<void> up_and_down(const context& where, long number) {
    up_request request{.name = bond, .slaves = {"s0", "s1", "s2"}, .settings = {}};
    request.settings.options.mode = static_cast<std::uint8_t>(number % 5);
    if (auto made = up(where, request, objects); !made)
        return made.failure();
    return done(down(where, bond));
}

using operation = std::function<result<void>(const context& where, long number)>;

operation option(std::string name, const char* (*value)(long)) {
    return [name, value](const context& where, long number) {
        return done(set(where, bond, {{name, value(number)}}, objects));
    };
}

result<void> drain(const context& where, long number) {
    return done(set_slave(where, {bond, "s0", {{"state", number % 2 ? "active" : "standby"}}}));
}

result<void> take_out_and_in(const context& where, long number) {
    const slave_request slave{bond, "s2"};
    return done(number % 2 ? add_slave(where, slave, objects) : del_slave(where, slave));
}

const std::map<std::string, operation> operations = {
    {"updown", up_and_down},
    {"mode", option("mode", [](long number) { return turn(modes, number); })},
    {"policy", option("xmit_hash_policy", [](long number) { return turn(policies, number); })},
    {"replace", option("no_slave", [](long number) { return number % 2 ? "drop" : "pass"; })},
    {"drain", drain},
    {"slave", take_out_and_in},
};

long resident_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == "VmRSS:") {
            long kib = 0;
            status >> kib;
            return kib;
        }
    return -1;
}

long open_files() {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
}

} // namespace

int main(int argc, char** argv) {
    const auto found = argc == 5 ? operations.find(argv[1]) : operations.end();
    if (found == operations.end())
        return fail({exit_code::usage, "usage: xdpbond-operate WHAT NETNS PINS COUNT"});
    std::signal(SIGTERM, on_signal);
    const context where{.netns = argv[2], .pin_dir = argv[3]};
    const long count = std::atol(argv[4]);

    std::puts("{\"started\": true}");
    std::fflush(stdout);
    const auto start = std::chrono::steady_clock::now();
    long events = 0, rss = 0, files = 0;
    for (; events < count && !stop; events++) {
        if (auto operated = found->second(where, events); !operated)
            return fail(operated.failure());
        if (events == std::max(count / 10, 10L)) {
            rss = resident_kib();
            files = open_files();
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("{\"events\": %ld, \"seconds\": %.3f, \"rss\": [%ld, %ld], \"fds\": [%ld, %ld]}\n", events, seconds,
                rss, resident_kib(), files, open_files());
    return 0;
}
