// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "session.hpp"

#include "baselines.hpp"
#include "bonds.hpp"
#include "contest.hpp"
#include "kernel_bond.hpp"
#include "network.hpp"

#include <xdpbond/control/kernel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <sched.h>

namespace xdpbond::bench {
namespace {

using control::error;
using control::exit_code;
using control::result;

// The first programs of every contest; the bonds follow.
constexpr std::size_t tx_place = 0, redirect_place = 1, array_place = 2, first_bond = 3;

struct bond_contest {
    bond_kind kind;
    std::vector<bond> bonds;
    contest times;
};

std::vector<frame> frames_for(const bond_kind& kind, std::string_view only) {
    std::vector frames{make_frame(frame_kind::ipv4_udp), make_frame(frame_kind::ipv4_tcp),
                       make_frame(frame_kind::ipv6_tcp), make_frame(frame_kind::vlan_ipv4_udp)};
    if (kind.hashes() && (kind.hash == XDPBOND_HASH_ENCAP2_3 || kind.hash == XDPBOND_HASH_ENCAP3_4))
        frames.push_back(make_frame(frame_kind::ipip_udp));
    if (!only.empty())
        std::erase_if(frames, [&](const frame& packet) { return packet.name != only; });
    return frames;
}

// The CPUs this process may run on, at most two.
std::vector<unsigned> usable_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<unsigned> cpus;
    if (::sched_getaffinity(0, sizeof set, &set) == 0)
        for (unsigned cpu = 0; cpu < CPU_SETSIZE && cpus.size() < 2; ++cpu)
            if (CPU_ISSET(cpu, &set))
                cpus.push_back(cpu);
    return cpus;
}

result<std::vector<bond_contest>> make_bond_contests(const run& how, const surroundings& where,
                                                     const baselines& against) {
    std::vector<bond_contest> contests;
    for (const auto& kind : every_bond_kind()) {
        if (kind.name().find(how.only) == std::string::npos)
            continue;
        const auto bonds = load_bonds(kind, how.form, where);
        if (!bonds)
            return bonds.failure();
        std::vector<subject> programs{against.xdp_tx, against.redirect_map, against.redirect_array};
        for (const auto& bond : *bonds)
            programs.push_back(bond.program);
        for (auto& packet : frames_for(kind, how.frame))
            contests.push_back({kind, *bonds, contest(std::move(packet), programs)});
    }
    if (contests.empty())
        return error{exit_code::usage,
                     fmt::format("no bond's name contains '{}', or it has no frame '{}'", how.only, how.frame)};
    return contests;
}

// The kernel's bond of one kind, beside a bare redirect; it is there for that long only. Live frames: after its choice
// the kernel looks the slave up once more, which is a part of what its bond costs and not of its verdict.
result<std::vector<kernel_row>> measure_kernel(const bond_kind& kind, const run& how, const baselines& against) {
    const auto bond = kernel_bond::make(kind, how.slaves, against.xdp_tx, against.xdp_drop);
    if (!bond)
        return bond.failure();
    std::vector<kernel_row> rows;
    for (const auto& packet : frames_for(kind, how.frame)) {
        const auto ingress = bond->ingress(packet);
        if (!ingress)
            return ingress.failure();
        const run_settings test{.ingress = *ingress, .repeats = how.repeats};
        std::vector<double> bare, bonded;
        for (std::uint32_t round = 0; round < how.rounds; ++round) {
            const auto without = time_per_live_packet(against.redirect_map, packet, test);
            const auto with = time_per_live_packet(bond->program(), packet, test);
            if (!without || !with)
                return (without ? with : without).failure();
            bare.push_back(*without);
            bonded.push_back(*with);
        }
        rows.push_back({kind, std::string(packet.name), spread_of(std::move(bonded)), spread_of(std::move(bare))});
    }
    return rows;
}

result<std::vector<kernel_row>> measure_kernel_bonds(const run& how, const baselines& against) {
    for (std::uint32_t number = 0; number < how.slaves; ++number)
        if (const auto attached = attach(against.xdp_drop, fmt::format("far{}", number)); !attached)
            return attached.failure();
    std::vector<kernel_row> all;
    for (const auto& kind : every_bond_kind()) {
        if (!kernel_sends(kind) || kind.name().find(how.only) == std::string::npos)
            continue;
        const auto rows = measure_kernel(kind, how, against);
        if (!rows)
            return rows.failure();
        all.insert(all.end(), rows->begin(), rows->end());
    }
    return all;
}

// balance-rr with everything on, whose counter is each CPU's own, and one counter for all.
std::vector<pair_contest> make_pair_contests(std::span<const bond_contest> contests, const baselines& against) {
    const auto packet = make_frame(frame_kind::ipv4_udp);
    std::vector<pair_contest> pairs{{.packet = packet, .program = against.redirect_map}};
    for (const auto& contest : contests)
        if (contest.kind.mode == XDPBOND_MODE_BALANCE_RR && contest.times.packet.name == packet.name)
            for (const auto& bond : contest.bonds)
                if (bond.upto == features::choice || bond.upto == features::carrier)
                    pairs.push_back({.packet = packet, .program = bond.program});
    pairs.push_back({.packet = packet, .program = against.shared_counter});
    return pairs;
}

void add_rows(const bond_contest& from, report& into) {
    const auto& ns = from.times.ns;
    for (std::size_t i = 0; i < from.bonds.size(); ++i)
        into.bonds.push_back({.kind = from.kind,
                              .how = from.bonds[i].how,
                              .upto = from.bonds[i].upto,
                              .frame = std::string(from.times.packet.name),
                              .ns = spread_of(ns[first_bond + i]),
                              .over_xdp_tx = spread_of(ratios(ns[first_bond + i], ns[tx_place])),
                              .over_redirect_map = spread_of(ratios(ns[first_bond + i], ns[redirect_place]))});
}

baseline_row baseline_over_all(std::span<const bond_contest> contests, std::size_t place) {
    std::vector<double> all;
    for (const auto& contest : contests)
        all.insert(all.end(), contest.times.ns[place].begin(), contest.times.ns[place].end());
    return {.name = contests.front().times.programs[place].name, .ns = spread_of(std::move(all))};
}

} // namespace

result<report> measure(const run& how) {
    report made{.where = describe_machine(),
                .how = how,
                .frames = {},
                .baselines = {},
                .bonds = {},
                .kernel_bonds = {},
                .pairs = {}};
    const auto kernel = control::read_kernel_features();
    if (!kernel)
        return kernel.failure();
    const auto cpus = usable_cpus();
    const auto ifindexes = make_slaves(how.slaves);
    if (!ifindexes)
        return ifindexes.failure();
    const auto against = load_baselines(*ifindexes);
    if (!against)
        return against.failure();
    auto contests = make_bond_contests(how, {*ifindexes, kernel->rdonly_cast}, *against);
    if (!contests)
        return contests.failure();
    auto pairs = cpus.size() < 2 ? std::vector<pair_contest>{} : make_pair_contests(*contests, *against);

    if (const auto pinned = pin_to_cpu(cpus.front()); !pinned)
        return pinned.failure();
    const run_settings test{.ingress = ifindexes->front(), .repeats = how.repeats};
    for (std::uint32_t round = 0; round < how.rounds; ++round) {
        for (auto& contest : *contests)
            if (const auto played = play_round(contest.times, test); !played)
                return played.failure();
        for (auto& pair : pairs)
            if (const auto played = play_round(pair, test, cpus[1]); !played)
                return played.failure();
    }

    if (how.kernel_bond) {
        auto rows = measure_kernel_bonds(how, *against);
        if (!rows)
            return rows.failure();
        made.kernel_bonds = std::move(*rows);
    }

    for (const auto& contest : *contests)
        if (const std::string name(contest.times.packet.name);
            std::ranges::find(made.frames, name) == made.frames.end())
            made.frames.push_back(name);
    made.baselines = {baseline_over_all(*contests, tx_place), baseline_over_all(*contests, redirect_place),
                      baseline_over_all(*contests, array_place)};
    for (const auto& contest : *contests)
        add_rows(contest, made);
    for (const auto& pair : pairs)
        made.pairs.push_back({.name = pair.program.name,
                              .one = spread_of(pair.one),
                              .two = spread_of(pair.two),
                              .cost = spread_of(ratios(pair.two, pair.one)),
                              .together = spread_of(pair.together)});
    return made;
}

} // namespace xdpbond::bench
