// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "prometheus.hpp"

#include "exposition.hpp"
#include "status_text.hpp"
#include "tally.hpp"
#include "text.hpp"

#include <xdpbond/control/options.hpp>
#include <xdpbond/version.hpp>

namespace xdpbond::loader {
namespace {

using control::bond_state;
using control::slave_state;

constexpr std::string_view counter = "counter", gauge = "gauge";

// Its name now; the one that it joined with may be another port's by now.
std::string name_of(const slave_state& port) {
    const bool there = port.link.ifindex != 0 && port.link.ifindex == port.config.ifindex && !port.link.name.empty();
    return there ? port.link.name : std::string(text_of(port.config.name));
}

labels of(const bond_state& bond) {
    return {{"bond", bond.name}};
}

labels of(const bond_state& bond, const slave_state& slave) {
    return {{"bond", bond.name}, {"slave", name_of(slave)}};
}

labels of_peer(const bond_state& bond) {
    return {{"bond", bond.name}, {"peer", name_of(bond.peer)}};
}

labels with(labels labels, std::string_view name, std::string value) {
    labels.emplace_back(name, std::move(value));
    return labels;
}

class writer {
public:
    explicit writer(std::span<const bond_state> bonds) : bonds_(bonds) {}

    std::string write() {
        out_.begin("xdpbond_info", gauge,
                   "The command that told this, and the version of what it shares with programs.");
        out_.sample({{"version", XDPBOND_VERSION}, {"abi_version", std::to_string(XDPBOND_ABI_VERSION)}}, 1);
        tell_bonds();
        tell_slaves();
        tell_traffic();
        tell_losses();
        return out_.text();
    }

private:
    // One sample for each bond.
    template <class Value>
    void each_bond(std::string_view name, std::string_view type, std::string_view help, Value value) {
        out_.begin(name, type, help);
        for (const auto& bond : bonds_)
            out_.sample(of(bond), value(bond));
    }

    template <class Value>
    void each_slave(std::string_view name, std::string_view type, std::string_view help, Value value) {
        out_.begin(name, type, help);
        for (const auto& bond : bonds_)
            for (const auto& slave : bond.slaves)
                out_.sample(of(bond, slave), value(bond, slave));
    }

    void tell_bonds() {
        out_.begin("xdpbond_bond_info", gauge, "Mode, hash policy and program of a bond.");
        for (const auto& bond : bonds_)
            out_.sample({{"bond", bond.name},
                         {"mode", std::string(control::mode_name(bond.config.options.mode))},
                         {"xmit_hash_policy", std::string(control::hash_name(bond.config.options.hash))},
                         {"program", std::string(text_of(bond.config.program))}},
                        1);
        each_bond("xdpbond_bond_up", gauge, "1: a slave of the bond can send.", has_living_slave);
        each_bond("xdpbond_bond_slaves", gauge, "Slaves of a bond.",
                  [](const bond_state& bond) { return bond.slaves.size(); });
        each_bond("xdpbond_bond_unfinished", gauge, "1: a change was interrupted; the next one finishes or undoes it.",
                  [](const bond_state& bond) { return !unfinished(bond).empty(); });
        each_bond("xdpbond_bond_watched", gauge, "1: a daemon watches the bond's links.",
                  [](const bond_state& bond) { return bond.watcher != 0; });
        each_bond("xdpbond_bond_change_pending", gauge, "1: the last change undoes itself unless it is confirmed.",
                  [](const bond_state& bond) { return bond.pending.has_value(); });
        each_bond("xdpbond_bond_failovers_total", counter,
                  "Times that another slave than the last one became active, in mode active-backup.",
                  [](const bond_state& bond) { return bond.config.failovers; });
        out_.begin("xdpbond_bond_last_change_timestamp_seconds", gauge, "When the bond's slaves in use last changed.");
        for (const auto& bond : bonds_)
            if (bond.config.last.when)
                out_.sample_time(of(bond), bond.config.last.when);
    }

    void tell_slaves() {
        out_.begin("xdpbond_slave_info", gauge, "How a slave is attached.");
        for (const auto& bond : bonds_)
            for (const auto& slave : bond.slaves)
                out_.sample(with(of(bond, slave), "attach", std::string(attach_name(slave.config.attach))), 1);
        each_slave("xdpbond_slave_up", gauge, "1: the slave is up and has carrier.",
                   [](const bond_state&, const slave_state& slave) { return link_is_up(slave); });
        each_slave("xdpbond_slave_usable", gauge, "1: the bond may send through the slave, as long as it has carrier.",
                   [](const bond_state&, const slave_state& slave) { return slave.usable; });
        each_slave("xdpbond_slave_active", gauge, "1: the bond sends through the slave now.",
                   [](const bond_state&, const slave_state& slave) { return slave.active; });
        each_slave("xdpbond_slave_standby", gauge, "1: the slave was drained with state=standby.",
                   [](const bond_state&, const slave_state& slave) {
                       return (slave.config.flags & XDPBOND_SLAVE_STANDBY) != 0;
                   });
        out_.begin("xdpbond_slave_speed_bytes_per_second", gauge, "Speed of the slave's link, where it is known.");
        for (const auto& bond : bonds_)
            for (const auto& slave : bond.slaves)
                if (slave.link.speed)
                    out_.sample(of(bond, slave), std::uint64_t{slave.link.speed} * 1'000'000 / 8);
        each_slave("xdpbond_slave_link_failures_total", counter, "Times that the slave's link was lost.",
                   [](const bond_state&, const slave_state& slave) { return slave.config.link_failure_count; });
        out_.begin("xdpbond_slave_last_change_timestamp_seconds", gauge, "When the slave's link last changed.");
        for (const auto& bond : bonds_)
            for (const auto& slave : bond.slaves)
                if (slave.config.last.when)
                    out_.sample_time(of(bond, slave), slave.config.last.when);
    }

    void tell_traffic() {
        each_bond("xdpbond_bond_statistics_enabled", gauge, "0: frames are not counted by slave (statistics=off).",
                  [](const bond_state& bond) { return bond.config.options.statistics != 0; });
        each_slave("xdpbond_slave_sent_packets_total", counter, "Frames sent through the slave since it joined.",
                   [](const bond_state&, const slave_state& slave) { return slave.sent.packets; });
        each_slave("xdpbond_slave_sent_bytes_total", counter,
                   "Bytes sent through the slave since it joined, Ethernet headers included.",
                   [](const bond_state&, const slave_state& slave) { return slave.sent.bytes; });
        out_.begin("xdpbond_peer_sent_packets_total", counter, "Frames sent to the other side of program forward.");
        for (const auto& bond : bonds_)
            if (bond.has_peer)
                out_.sample(of_peer(bond), bond.peer.sent.packets);
        out_.begin("xdpbond_peer_sent_bytes_total", counter, "Bytes sent to the other side of program forward.");
        for (const auto& bond : bonds_)
            if (bond.has_peer)
                out_.sample(of_peer(bond), bond.peer.sent.bytes);
        tell_reasons("xdpbond_bond_reason_packets_total",
                     "Frames that did not simply leave through the slave of their choice, by reason.",
                     &xdpbond_count::packets);
        tell_reasons("xdpbond_bond_reason_bytes_total", "Bytes of these frames.", &xdpbond_count::bytes);
    }

    void tell_reasons(std::string_view name, std::string_view help, __u64 xdpbond_count::*field) {
        out_.begin(name, counter, help);
        for (const auto& bond : bonds_)
            for (unsigned reason = 0; reason < XDPBOND_REASONS; ++reason)
                if (const auto word = reason_name(reason); !word.empty())
                    out_.sample(with(of(bond), "reason", std::string(word)), bond.reasons[reason].*field);
    }

    void tell_losses() {
        each_bond("xdpbond_bond_errors_counted", gauge, "0: not all that the kernel loses is counted.",
                  [](const bond_state& bond) { return bond.counts_errors; });
        out_.begin("xdpbond_slave_lost_packets_total", counter,
                   "Frames that were sent through the slave and lost by the kernel after that, by errno.");
        for (const auto& bond : bonds_)
            for (const auto& slave : bond.slaves)
                tell_errors(of(bond, slave), slave.errors);
        out_.begin("xdpbond_peer_lost_packets_total", counter,
                   "Frames that were sent to the other side and lost by the kernel after that, by errno.");
        for (const auto& bond : bonds_)
            if (bond.has_peer)
                tell_errors(of_peer(bond), bond.peer.errors);
        out_.begin("xdpbond_broadcast_lost_packets_total", counter,
                   "Frames of mode broadcast for whose copies the kernel had no memory, by errno.");
        for (const auto& bond : bonds_)
            tell_errors(of(bond), bond.errors);
    }

    void tell_errors(const labels& whose, const std::vector<control::error_count>& errors) {
        for (const auto& row : errors) {
            const auto name = errno_text(row.error);
            out_.sample(with(whose, "error", name.empty() ? std::to_string(row.error) : name), row.packets);
        }
    }

    std::span<const bond_state> bonds_;
    exposition out_;
};

} // namespace

std::string prometheus_text(std::span<const bond_state> bonds) {
    return writer(bonds).write();
}

} // namespace xdpbond::loader
