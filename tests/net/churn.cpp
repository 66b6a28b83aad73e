// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-churn publisher|bare|slow NETNS FOLDER COUNT
//
// Publishes three tables of the bond pinned in FOLDER by turns, COUNT times or until SIGTERM, while frames run through
// it: the first three slaves, the others, the first alone. (Three, so that each half of the table holds each in turn.)
// Prints {"started": true} once they are in force, at the end {"published": N, "seconds": S}; leaves the first behind.
//   publisher   as the commands do: the slaves that are not in a table leave the device map
//   bare        the same tables, the same steps, but nothing between them: as fast as memory can be written
//   slow        like bare, by a writer who takes 100 microseconds for a half
// It is linked against the control library as it is and against builds that are broken on purpose (tests/broken).

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/grace.hpp>
#include <xdpbond/control/halves.hpp>
#include <xdpbond/control/netns.hpp>
#include <xdpbond/control/publish.hpp>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string_view>

using namespace xdpbond::control;

namespace {

volatile std::sig_atomic_t stop = 0;

void on_signal(int) {
    stop = 1;
}

int fail(const error& failure) {
    std::fprintf(stderr, "churn: %s\n", failure.message.c_str());
    return 1;
}

constexpr std::uint32_t group = 3; // slaves in the first table

// A table in which the slaves `first` to before `last` are usable. Each wishes the slots from 0 on, so that a writer
// who grants every wish replaces live keys.
xdpbond_half only(const xdpbond_half& all, std::uint32_t first, std::uint32_t last, bool keep_others) {
    xdpbond_half half{};
    half.peer = all.peer;
    for (std::uint32_t i = 0; i < all.slaves; i++) {
        xdpbond_port port = all.slave[i];
        const bool usable = i >= first && i < last;
        port.flags = usable ? XDPBOND_PORT_USABLE : 0;
        if (!keep_others)
            port.slot = static_cast<std::uint16_t>(i - first);
        if (usable || keep_others)
            half.slave[half.slaves++] = port;
        if (usable)
            half.preference[half.preferred++] = half.sender[half.usable++] = port;
    }
    return half;
}

void write_slowly(xdpbond_half& to, const xdpbond_half& from) {
    constexpr std::size_t piece = 32;
    static_assert(sizeof to % piece == 0);
    auto* target = reinterpret_cast<std::byte*>(&to);
    const auto* source = reinterpret_cast<const std::byte*>(&from);
    for (std::size_t at = 0; at < sizeof to; at += piece) {
        std::memcpy(target + at, source + at, piece);
        const auto next = std::chrono::steady_clock::now() + std::chrono::microseconds(1);
        while (std::chrono::steady_clock::now() < next) {
        }
    }
}

result<void> publish_bare(xdpbond_table& table, const xdpbond_half& half, bool slow) {
    if (auto waited = wait_for_readers(); !waited)
        return waited;
    const std::uint32_t idle = idle_half(table);
    if (slow)
        write_slowly(table.half[idle], half);
    else
        table.half[idle] = half;
    publish_half(table, idle);
    return {};
}

result<void> churn(publisher& writer, mapped_table& table, const xdpbond_options& options, std::string_view how,
                   long count) {
    const bool bare = how != "publisher";
    const xdpbond_half all = writer.published();
    xdpbond_half turn[] = {only(all, 0, group, bare), only(all, group, all.slaves, bare), only(all, 0, 1, bare)};
    for (auto& half : turn) {
        auto published = writer.publish(half, options);
        if (!published)
            return published.failure();
        if (bare)
            half = *published;
    }
    // From here on no program reads the table that was there before.
    if (auto settled = writer.settle(); !settled)
        return settled;
    std::puts("{\"started\": true}");
    std::fflush(stdout);
    const auto start = std::chrono::steady_clock::now();
    long done = 0;
    for (; done < count && !stop; done++) {
        const auto& half = turn[done % std::size(turn)];
        if (bare) {
            if (auto published = publish_bare(*table, half, how == "slow"); !published)
                return published;
        } else if (auto published = writer.publish(half, options); !published) {
            return published.failure();
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (auto last = writer.publish(turn[0], options); !last)
        return last.failure();
    std::printf("{\"published\": %ld, \"seconds\": %.3f}\n", done, seconds);
    return writer.settle();
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 5)
        return fail({exit_code::usage, "usage: xdpbond-churn publisher|bare|slow NETNS FOLDER COUNT"});
    std::signal(SIGTERM, on_signal);
    const bond_pins pins{argv[3]};
    const auto inside = netns_scope::enter(argv[2]);
    if (!inside)
        return fail(inside.failure());
    const auto config_map = open_pin(pins.config());
    if (!config_map)
        return fail(config_map.failure());
    const auto config = read_config(config_map->get(), pins.name());
    if (!config)
        return fail(config.failure());
    const auto table_map = open_pin(pins.table());
    if (!table_map)
        return fail(table_map.failure());
    auto table = mapped_table::open(table_map->get());
    auto writer = publisher::open(pins);
    if (!table || !writer)
        return fail(table ? writer.failure() : table.failure());
    if (writer->published().slaves <= group)
        return fail({exit_code::usage, "the bond needs more than three slaves"});
    const auto done = churn(*writer, *table, config->options, argv[1], std::atol(argv[4]));
    return done ? 0 : fail(done.failure());
}
