// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tally.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace xdpbond::loader {
namespace {

using rows = std::vector<tally_row>;
using json = nlohmann::ordered_json;

const xdpbond_count* find(const rows& rows, const std::string& name) {
    const auto found = std::ranges::find(rows, name, &tally_row::name);
    return found == rows.end() ? nullptr : &found->count;
}

__u64 rate_of(__u64 before, __u64 now, double seconds) {
    return now < before ? 0 : static_cast<__u64>(static_cast<double>(now - before) / seconds + 0.5);
}

xdpbond_count rate_of(const xdpbond_count& before, const xdpbond_count& now, double seconds) {
    return {rate_of(before.packets, now.packets, seconds), rate_of(before.bytes, now.bytes, seconds)};
}

rows rates_of(const rows& before, const rows& now, double seconds) {
    rows made;
    for (const auto& row : now)
        if (const auto* earlier = find(before, row.name))
            made.push_back({row.name, rate_of(*earlier, row.count, seconds)});
    return made;
}

std::string line(const std::string& name, const xdpbond_count& count, bool with_rate, const xdpbond_count* rate) {
    std::string text = fmt::format("  {:<24} {:>16} {:>20}", name, count.packets, count.bytes);
    if (with_rate)
        text +=
            rate ? fmt::format(" {:>14} {:>16}", rate->packets, rate->bytes) : fmt::format(" {:>14} {:>16}", "-", "-");
    return text + "\n";
}

std::string lines(const rows& rows, const struct tally* rate, std::vector<tally_row> tally::*part,
                  std::string_view suffix) {
    std::string text;
    for (const auto& row : rows)
        text += line(row.name + std::string(suffix), row.count, rate, rate ? find(rate->*part, row.name) : nullptr);
    return text;
}

json count_json(const xdpbond_count& count, const xdpbond_count* rate) {
    json object{{"packets", count.packets}, {"bytes", count.bytes}};
    if (rate)
        object.update({{"packets_per_second", rate->packets}, {"bytes_per_second", rate->bytes}});
    return object;
}

void add_errors(tally& to, const std::string& name, const std::vector<control::error_count>& errors) {
    for (const auto& row : errors)
        to.errors.push_back({name, errno_text(row.error), row.error, row.packets});
}

json errors_json(const tally& tally, const std::string& name) {
    json list = json::array();
    for (const auto& row : tally.errors)
        if (row.name == name)
            list.push_back({{"errno", row.number}, {"name", row.errno_name}, {"packets", row.packets}});
    return list;
}

constexpr const char* unknown_target = "broadcast";

json ports_json(const tally& tally, const struct tally* rate, std::vector<tally_row> tally::*part) {
    json list = json::array();
    for (const auto& row : tally.*part) {
        json object{{"ifname", row.name}};
        object.update(count_json(row.count, rate ? find(rate->*part, row.name) : nullptr));
        object["errors"] = errors_json(tally, row.name);
        list.push_back(std::move(object));
    }
    return list;
}

std::string errors_text(const tally& tally) {
    std::string text = "  lost after that by the kernel\n";
    for (const auto& row : tally.errors)
        text += fmt::format("  {:<24} {:>16}  {}\n", row.name, row.packets,
                            row.number ? fmt::format("{} ({}: {})", row.errno_name, row.number,
                                                     ::strerrordesc_np(static_cast<int>(row.number)))
                                       : std::string("drops (the driver took no more)"));
    if (!tally.counts_errors)
        text += "  (not counted: the kernel's tracepoints are not watched)\n";
    else if (tally.errors.empty())
        text += "  none\n";
    return text;
}

} // namespace

std::string errno_text(unsigned number) {
    if (number == EOPNOTSUPP)
        return "EOPNOTSUPP"; // ENOTSUP has the same number
    if (number == 0)
        return "drops";
    const char* name = ::strerrorname_np(static_cast<int>(number));
    return name ? name : "";
}

tally tally_of(const control::bond_state& bond) {
    tally made{.name = bond.name, .slaves = {}, .peer = {}, .reasons = {}};
    made.statistics = bond.config.options.statistics != 0;
    for (const auto& slave : bond.slaves) {
        made.slaves.push_back({std::string(text_of(slave.config.name)), slave.sent});
        made.sent.packets += slave.sent.packets;
        made.sent.bytes += slave.sent.bytes;
    }
    for (const auto& slave : bond.slaves)
        add_errors(made, std::string(text_of(slave.config.name)), slave.errors);
    if (bond.has_peer)
        add_errors(made, std::string(text_of(bond.peer.config.name)), bond.peer.errors);
    add_errors(made, unknown_target, bond.errors);
    made.counts_errors = bond.counts_errors;
    if (bond.has_peer)
        made.peer.push_back({std::string(text_of(bond.peer.config.name)), bond.peer.sent});
    for (unsigned reason = 0; reason < XDPBOND_REASONS; ++reason)
        if (const auto name = reason_name(reason); !name.empty())
            made.reasons.push_back({std::string(name), bond.reasons[reason]});
    return made;
}

tally rates(const tally& before, const tally& now, double seconds) {
    return {.name = now.name,
            .slaves = rates_of(before.slaves, now.slaves, seconds),
            .peer = rates_of(before.peer, now.peer, seconds),
            .reasons = rates_of(before.reasons, now.reasons, seconds),
            .sent = rate_of(before.sent, now.sent, seconds),
            .statistics = now.statistics};
}

std::string tally_text(const tally& tally, const struct tally* rate) {
    std::string text = fmt::format("{}\n  {:<24} {:>16} {:>20}", tally.name, "sent by", "packets", "bytes");
    text += rate ? fmt::format(" {:>14} {:>16}\n", "packets/s", "bytes/s") : "\n";
    text += lines(tally.slaves, rate, &tally::slaves, "");
    text += line("total", tally.sent, rate, rate ? &rate->sent : nullptr);
    text += lines(tally.peer, rate, &tally::peer, " (other side)");
    if (!tally.statistics)
        text += "  (frames are not counted per slave: statistics=off)\n";
    return text + "  reason\n" + lines(tally.reasons, rate, &tally::reasons, "") + errors_text(tally);
}

nlohmann::ordered_json tally_json(const tally& tally, const struct tally* rate) {
    json reasons = json::object();
    for (const auto& row : tally.reasons)
        reasons[row.name] = count_json(row.count, rate ? find(rate->reasons, row.name) : nullptr);
    json object{{"ifname", tally.name},
                {"statistics", tally.statistics},
                {"slaves", ports_json(tally, rate, &tally::slaves)},
                {"total", count_json(tally.sent, rate ? &rate->sent : nullptr)}};
    if (!tally.peer.empty())
        object["peer"] = ports_json(tally, rate, &tally::peer).front();
    object["reasons"] = std::move(reasons);
    object["errors_counted"] = tally.counts_errors;
    object["errors"] = errors_json(tally, unknown_target);
    return object;
}

} // namespace xdpbond::loader
