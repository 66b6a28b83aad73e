// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-load trace: what the bond's program does with its frames, which no capture on a port can see.

#include "objects.hpp"
#include "output.hpp"
#include "status_json.hpp"
#include "text.hpp"
#include "trace_output.hpp"

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/operations.hpp>

#include <CLI/CLI.hpp>

#include <signal.h>
#include <sys/signalfd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <memory>

namespace xdpbond::loader {
namespace {

struct trace_words {
    std::string name;
    std::string slave;
    std::string file;
    std::uint64_t count = 0;
    std::uint32_t share = 1;
    bool json = false;
};

// SIGINT, SIGTERM and SIGHUP end a trace in order, and so does a reader that goes away; as a descriptor, so that none
// of them ends the command while the slaves run another program than they should.
control::unique_fd take_signals() {
    sigset_t ends;
    ::sigemptyset(&ends);
    for (int number : {SIGINT, SIGTERM, SIGHUP})
        ::sigaddset(&ends, number);
    ::sigprocmask(SIG_BLOCK, &ends, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    return control::unique_fd(::signalfd(-1, &ends, SFD_CLOEXEC));
}

std::uint64_t now(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

// Where frames go: standard output, or a pcap file.
class frame_writer {
public:
    frame_writer(const trace_words& words, const control::bond_state& bond) : words_(words) {
        terms_.epoch = now(CLOCK_REALTIME) - now(CLOCK_MONOTONIC);
        for (const auto& slave : bond.slaves)
            terms_.names[slave.config.ifindex] = text_of(slave.config.name);
        if (bond.has_peer)
            terms_.names[bond.peer.config.ifindex] = text_of(bond.peer.config.name);
    }

    result<void> open() {
        if (!words_.slave.empty()) {
            for (const auto& [ifindex, name] : terms_.names)
                if (name == words_.slave)
                    only_ = ifindex;
            if (!only_)
                return error{exit_code::no_such, words_.slave + ": is no slave of " + words_.name +
                                                     "; `xdpbond-load status " + words_.name + "` lists its slaves"};
        }
        if (words_.file.empty())
            return {};
        file_.reset(std::fopen(words_.file.c_str(), "we"));
        if (!file_)
            return cannot_write(words_.file, errno);
        write(pcap_header());
        return {};
    }

    // False: that was the last one.
    bool take(const xdpbond_trace& frame) {
        if (only_ && frame.ingress != only_ && frame.egress != only_)
            return true;
        write(file_         ? pcap_frame(frame, terms_)
              : words_.json ? json_line(trace_json(frame, terms_))
                            : trace_line(frame, terms_));
        return ++written_ != words_.count;
    }

    // False: nobody reads it any more, or the disk is full.
    bool flush() { return std::fflush(target()) == 0 && !std::ferror(target()); }

    // Main looks at standard output itself.
    result<void> close() {
        if (file_ && !flush())
            return cannot_write(words_.file, errno);
        return {};
    }

private:
    struct closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::FILE* target() const { return file_ ? file_.get() : stdout; }
    void write(const std::string& text) { std::fwrite(text.data(), 1, text.size(), target()); }

    const trace_words& words_;
    trace_terms terms_;
    std::unique_ptr<std::FILE, closer> file_;
    std::uint32_t only_ = 0; // ifindex
    std::uint64_t written_ = 0;
};

result<void> run(const session& session, const trace_words& words) {
    if (words.json && !words.file.empty())
        return error{exit_code::usage, "--json: not with -w, which writes frames alone; leave one of them out"};
    const auto bond = control::inspect(session.where, words.name);
    if (!bond)
        return bond.failure();
    frame_writer writer(words, *bond);
    if (!session.where.dry_run)
        if (auto opened = writer.open(); !opened)
            return opened;
    const auto signals = take_signals();
    control::trace_request request{.bond = words.name, .share = words.share, .stop = signals.get()};
    request.take = [&writer](const xdpbond_trace& frame) { return writer.take(frame); };
    request.rest = [&writer] { return writer.flush(); };
    if (session.verbose)
        request.begun = [](const std::vector<std::string>& steps) {
            for (const auto& step : steps)
                std::fprintf(stderr, "%s\n", step.c_str());
            std::fprintf(stderr, "tracing\n");
        };
    const auto traced = control::trace(session.where, request, tunable_objects());
    const auto closed = writer.close();
    if (!traced)
        return traced.failure();
    print_lines(session, traced->steps);
    if (traced->missing)
        print_lines(session, std::vector{"warning: " + std::to_string(traced->missing) +
                                         " frames are missing here: they came faster than they were written; "
                                         "--sample N takes fewer"});
    return closed;
}

} // namespace

void add_trace(CLI::App& parser, session& session) {
    auto* command = parser.add_subcommand("trace", "Tell what the program does with each frame");
    auto words = std::make_shared<trace_words>();
    command->add_option("NAME", words->name, "The bond's name")->type_name("")->required();
    command->add_option("--slave", words->slave, "Only frames that arrive on this slave or leave through it")
        ->type_name("IF");
    command->add_option("--count", words->count, "End after so many frames")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
    command->add_option("--sample", words->share, "Take one of so many frames, by chance")
        ->type_name("N")
        ->check(CLI::Range(1u, 1u << 31));
    command->add_option("-w,--write", words->file, "Write the frames to this pcap file instead")->type_name("FILE");
    command->add_flag("--json", words->json, "JSON, one object a line");
    command->callback([&session, words] { session.command = [&session, words] { return run(session, *words); }; });
}

} // namespace xdpbond::loader
