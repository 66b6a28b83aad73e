// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-bench: what a bond costs per packet, beside sending without one.

#include "report.hpp"
#include "session.hpp"

#include <xdpbond/version.hpp>

#include <CLI/CLI.hpp>
#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace {

using xdpbond::control::error;
using xdpbond::control::exit_code;
using xdpbond::control::result;

result<void> write_json(const std::string& path, const xdpbond::bench::report& report) {
    const auto text = xdpbond::bench::json_report(report);
    if (path == "-") {
        fmt::print("{}", text);
        return {};
    }
    std::ofstream file(path);
    if (!(file << text).flush())
        return error{exit_code::failed, fmt::format("{}: cannot be written", path)};
    return {};
}

int fail(const error& what) {
    fmt::print(stderr, "xdpbond-bench: {}\n", what.message);
    return static_cast<int>(what.code);
}

} // namespace

int main(int count, char** words) {
    CLI::App app{"What a bond costs per packet, in one CPU's time by BPF_PROG_TEST_RUN, beside XDP_TX and a bare\n"
                 "redirect. Works in a network namespace of its own; needs root."};
    app.set_version_flag("--version", XDPBOND_VERSION);
    xdpbond::bench::run how{.rounds = 15, .repeats = 200'000, .slaves = 2};
    bool quick = false;
    std::string json;
    auto* rounds = app.add_option("--rounds", how.rounds, "How often everything is measured")
                       ->check(CLI::Range(1u, 100'000u))
                       ->capture_default_str();
    auto* repeats = app.add_option("--repeats", how.repeats, "Packets per measurement")
                        ->check(CLI::Range(1000u, 100'000'000u))
                        ->capture_default_str();
    app.add_option("--slaves", how.slaves, "Slaves of each bond")->check(CLI::Range(2u, 4u))->capture_default_str();
    app.add_option("--only", how.only, "Only bonds whose name contains this, like 'balance-xor layer'");
    app.add_option("--form", how.form, "Only bonds whose options reach them like this")
        ->check(CLI::IsMember({"constant", "tunable"}));
    app.add_option("--frame", how.frame, "Only this frame, like 'ipv4-udp'");
    app.add_flag("--kernel-bond", how.kernel_bond, "The kernel's own bonds too; needs its bonding module");
    app.add_flag("--quick", quick, "One short round, to see that everything runs; its times mean nothing")
        ->excludes(rounds)
        ->excludes(repeats);
    app.add_option("--json", json, "Write the report as JSON to this file; -: print it instead of the text");
    CLI11_PARSE(app, count, words);
    if (quick) {
        how.rounds = 1;
        how.repeats = 50'000;
    }

    // Each bond's object has about ten maps and programs, and all stay open to be measured in turn.
    const rlimit files{65536, 65536};
    ::setrlimit(RLIMIT_NOFILE, &files);
    ::libbpf_set_print(nullptr); // errors are said in one line
    const auto report = xdpbond::bench::measure(how);
    if (!report)
        return fail(report.failure());
    if (json != "-")
        fmt::print("{}", xdpbond::bench::text_report(*report));
    if (!json.empty())
        if (const auto written = write_json(json, *report); !written)
            return fail(written.failure());
    return 0;
}
