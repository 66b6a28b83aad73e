// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "explainer.hpp"

#include "kernel_answer.hpp"

#include <xdpbond/bpf/control.h>
#include <xdpbond/bpf/select.h>
#include <xdpbond/control/options.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace xdpbond::loader {
namespace {

std::string_view otherwise_name(unsigned otherwise) {
    return otherwise == XDPBOND_OTHERWISE_PASS ? "pass" : "drop";
}

std::uint32_t carrier_check_of(const xdpbond_options& options) {
    return options.carrier_check ? XDPBOND_CARRIER_ON : XDPBOND_CARRIER_OFF;
}

// A frame that arrives at a forward program is control only where it is link-local.
std::uint32_t control_frames_of(const explained_bond& bond) {
    if (bond.peer.empty() || bond.options.control_frames == XDPBOND_CONTROL_NONE)
        return bond.options.control_frames;
    return XDPBOND_CONTROL_LINK_LOCAL;
}

std::string_view class_text(unsigned reason) {
    switch (reason) {
    case XDPBOND_REASON_LINK_LOCAL:
        return "a link-local control frame (01:80:c2:00:00:00-0f)";
    case XDPBOND_REASON_NEIGHBOUR:
        return "ARP or IPv6 neighbour discovery";
    default:
        return "too short to tell what it is";
    }
}

std::string choice_text(const explained_bond& bond, const choice_key& key, const answer& known) {
    const auto& options = bond.options;
    switch (options.mode) {
    case XDPBOND_MODE_BALANCE_XOR:
    case XDPBOND_MODE_8023AD:
        return fmt::format("{}: {:#010x} % {} usable = {}", control::hash_name(options.hash), *known.hash,
                           bond.half.usable, *known.hash % bond.half.usable);
    case XDPBOND_MODE_BALANCE_RR: {
        if (key.value == XDPBOND_KEY_ACTIVE)
            return "IGMP goes to the active slave and takes no turn";
        const bool even = options.rr_slaves == XDPBOND_RR_USABLE;
        const auto count = even ? bond.half.usable : bond.half.slaves;
        return fmt::format("turn {} % {} {} = {}", key.value, count, even ? "usable" : "slaves",
                           static_cast<std::uint32_t>(key.value) % count);
    }
    case XDPBOND_MODE_ACTIVE_BACKUP:
        return "the active slave";
    default:
        return "the only usable slave";
    }
}

} // namespace

explainer::explainer(explained_bond bond, std::optional<std::uint32_t> ingress)
    : bond_(std::move(bond)), ingress_(ingress) {}

std::string explainer::name_of(std::uint32_t place) const {
    return place < bond_.names.size() ? bond_.names[place] : std::to_string(place);
}

std::uint32_t explainer::place_of(const xdpbond_port& port) const {
    const std::span slaves(bond_.half.slave, bond_.half.slaves);
    return static_cast<std::uint32_t>(std::ranges::find(slaves, port.slot, &xdpbond_port::slot) - slaves.begin());
}

bool explainer::arrives_on_slave() const {
    return ingress_ ? xdpbond_is_slave(&bond_.half, *ingress_) : bond_.peer.empty();
}

answer explainer::explain(std::span<const std::uint8_t> bytes, std::size_t length) {
    const auto& options = bond_.options;
    const auto whole = filled(bytes, length, 0);
    answer made;
    if (has_hash(options.mode))
        made.hash = hash_of(whole, options);

    const auto key = key_of(whole, made.hash.value_or(0), options, kernel_counter_);
    if (key.random)
        made.slave = {slave_answer::kind::random};
    else if (const auto port = kernel_choice(bond_.half, options.mode, key.value))
        made.slave = options.mode == XDPBOND_MODE_BROADCAST ? slave_answer{slave_answer::kind::all}
                                                            : slave_answer{slave_answer::kind::one, place_of(*port)};

    keep(whole, made);
    if (made.verdict.empty() && !bond_.peer.empty() && arrives_on_slave())
        send_to_peer(made);
    else if (made.verdict.empty())
        send(whole, made);
    if (bytes.size() < length && is_in_doubt(bytes, length))
        made.why += fmt::format("; only {} of {} bytes were captured, the whole frame's answer may differ",
                                bytes.size(), length);
    return made;
}

bool explainer::is_in_doubt(std::span<const std::uint8_t> bytes, std::size_t length) const {
    const auto& options = bond_.options;
    return rest_matters(bytes, length, [&](std::span<const std::uint8_t> whole) -> std::uint64_t {
        const std::uint64_t kept = xdpbond_control_class(frame_of(whole), control_frames_of(bond_));
        if (has_hash(options.mode))
            return kept << 32 | hash_of(whole, options);
        return kept << 32 | (options.mode == XDPBOND_MODE_BALANCE_RR && xdpbond_is_igmp(frame_of(whole)));
    });
}

void explainer::keep(std::span<const std::uint8_t> bytes, answer& to) const {
    const auto reason = xdpbond_control_class(frame_of(bytes), control_frames_of(bond_));
    const auto active = xdpbond_choose(&bond_.half, XDPBOND_MODE_ACTIVE_BACKUP, 0, 0, carrier_check_of(bond_.options));
    const bool backup = bond_.options.mode == XDPBOND_MODE_ACTIVE_BACKUP && !bond_.options.all_slaves_active &&
                        ingress_ && xdpbond_is_backup(&bond_.half, &active, *ingress_);
    if (backup && reason != XDPBOND_REASON_LINK_LOCAL) {
        to.verdict = "XDP_DROP";
        to.why = fmt::format("arrived on a back-up slave; {} is active", name_of(place_of(*xdpbond_chosen(&active))));
    } else if (reason != XDPBOND_REASON_SENT) {
        to.verdict = "XDP_PASS";
        to.why = fmt::format("{}: goes up the stack of the port it arrived on", class_text(reason));
    }
}

void explainer::send(std::span<const std::uint8_t> bytes, answer& to) {
    const auto key = key_of(bytes, to.hash.value_or(0), bond_.options, program_counter_);
    if (bond_.options.mode == XDPBOND_MODE_BROADCAST && bond_.half.usable > 1)
        return flood(to);
    send_to_slave(key, to);
}

void explainer::send_to_slave(const choice_key& key, answer& to) const {
    const auto& options = bond_.options;
    const auto choice =
        xdpbond_choose(&bond_.half, options.mode, options.rr_slaves, key.value, carrier_check_of(options));
    if (choice.reason == XDPBOND_REASON_NO_SLAVE)
        return give_up(to);

    const auto& port = *xdpbond_chosen(&choice);
    // Nobody said where it came from: some other slave, where frames of another slave are taken at all.
    const bool single =
        bond_.half.slaves == 1 || (options.mode == XDPBOND_MODE_ACTIVE_BACKUP && !options.all_slaves_active);
    const bool turns_back = key.random ? false : ingress_ ? *ingress_ == port.ifindex : bond_.peer.empty() && single;
    to.verdict = turns_back && !(port.flags & XDPBOND_PORT_REDIRECT) ? "XDP_TX" : "XDP_REDIRECT";

    if (key.random) {
        to.why = "random: packets_per_slave is 0";
        return;
    }
    const auto place = place_of(port);
    to.why = choice_text(bond_, key, to);
    if (choice.reason == XDPBOND_REASON_CARRIER)
        to.why += fmt::format(", which has no carrier: {} instead", name_of(place));
    else if (to.slave != slave_answer{slave_answer::kind::one, place} && to.slave.which != slave_answer::kind::all)
        to.why += fmt::format(": {}", name_of(place));
}

void explainer::send_to_peer(answer& to) const {
    const bool alive = xdpbond_alive(&bond_.half.peer, carrier_check_of(bond_.options));
    to.verdict = alive ? "XDP_REDIRECT" : "XDP_DROP";
    to.why = alive ? fmt::format("arrived on a slave: forwarded to {}", bond_.peer)
                   : fmt::format("{}, the other side, is gone or has no carrier", bond_.peer);
}

void explainer::flood(answer& to) const {
    const auto first = xdpbond_choose(&bond_.half, XDPBOND_MODE_BROADCAST, 0, 0, carrier_check_of(bond_.options));
    if (first.reason == XDPBOND_REASON_NO_SLAVE)
        return give_up(to);
    to.verdict = "XDP_REDIRECT";
    to.why = "a copy through every usable slave";
}

void explainer::give_up(answer& to) const {
    to.verdict = bond_.options.no_slave == XDPBOND_OTHERWISE_PASS ? "XDP_PASS" : "XDP_DROP";
    to.why = fmt::format("no slave is alive: no_slave={}", otherwise_name(bond_.options.no_slave));
}

} // namespace xdpbond::loader
