// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "kept_bond.hpp"

#include "attached.hpp"
#include "process.hpp"
#include "sentence.hpp"
#include "slave_entry.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/lock.hpp>
#include <xdpbond/control/monitor_table.hpp>
#include <xdpbond/control/options.hpp>
#include <xdpbond/control/wall_clock.hpp>

#include <bpf/bpf.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>

namespace xdpbond::control {

namespace {

using namespace std::chrono_literals;

constexpr auto busy_retry = 10ms;     // while another process has the lock
constexpr auto unready_retry = 200ms; // while an up or down is under way
constexpr auto trouble_retry = 1s;

bool same_bytes(const xdpbond_config& a, const xdpbond_config& b) {
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

// Who sends, in what order and how. Slots and addresses are the publisher's.
bool same_ports(std::span<const xdpbond_port> a, std::span<const xdpbond_port> b) {
    return std::ranges::equal(a, b, [](const xdpbond_port& one, const xdpbond_port& other) {
        return one.ifindex == other.ifindex && one.flags == other.flags;
    });
}

bool same_plan(const xdpbond_half& a, const xdpbond_half& b) {
    const auto all = [](const xdpbond_half& half) {
        return std::array{std::span(half.slave, half.slaves), std::span(half.sender, half.usable),
                          std::span(half.preference, half.preferred), std::span(&half.peer, 1)};
    };
    const auto of_a = all(a), of_b = all(b);
    return std::equal(of_a.begin(), of_a.end(), of_b.begin(), same_ports);
}

} // namespace

result<kept_bond> kept_bond::open(const bond_pins& pins) {
    auto map = open_pin(pins.config());
    if (!map)
        return map.failure();
    kept_bond bond(pins, *std::move(map));
    if (auto read = bond.read_again(); !read)
        return read.failure();
    if (bond.config_.state != XDPBOND_STATE_READY)
        return error{exit_code::busy, text(bond.name_, ": an up or down is not finished")};
    return bond;
}

// True: it is another configuration than the last time.
result<bool> kept_bond::read_again() {
    auto fresh = read_config(map_.get(), name_);
    if (!fresh)
        return fresh.failure();
    if (same_bytes(*fresh, config_))
        return false;
    config_ = *fresh;
    glances_.clear(); // everything is to be looked at
    return true;
}

void kept_bond::look_at_ports(const links& net, const xdpbond_config& config, bool thorough) {
    const bool has_peer = config.peer.name[0];
    const std::size_t count = config.slaves + has_peer;
    thorough |= glances_.size() != count;
    glances_.resize(count);
    ports_.resize(config.slaves);
    if (thorough)
        untended_ = false;
    for (std::size_t i = 0; i < count; i++) {
        const xdpbond_config_slave& slave = i < config.slaves ? config.slave[i] : config.peer;
        const auto seen = net.glance(slave.ifindex);
        if (!seen || (!thorough && *seen == glances_[i]))
            continue;
        glances_[i] = *seen;
        attached_slave now = look_at(pins_, slave, net);
        untended_ |= !now.attached || now.port.name != name_of(slave.name);
        (i < config.slaves ? ports_[i] : peer_) = now.attached ? std::move(now.port) : link_facts{};
    }
}

// Whether this is still the bond's configuration: another may have its name by now.
bool kept_bond::is_pinned() const {
    const auto id_of = [](int map) {
        bpf_map_info info{};
        __u32 size = sizeof(info);
        return bpf_obj_get_info_by_fd(map, &info, &size) ? 0 : info.id;
    };
    auto pinned = open_pin(pins_.config());
    return pinned && id_of(pinned->get()) == id_of(map_.get());
}

result<void> kept_bond::have_table() {
    if (table_)
        return {};
    auto opened = publisher::open(pins_);
    if (!opened)
        return opened.failure();
    table_ = *std::move(opened);
    settled_ = false;
    return {};
}

result<void> kept_bond::write(const xdpbond_half& wanted, const monitor_plan& plan) {
    auto lock = lock_bond(pins_);
    if (!lock)
        return lock.failure();
    // What somebody else changed meanwhile is another configuration to plan for, and was published by another writer.
    if (auto other = read_again(); !other || *other) {
        table_.reset();
        return other ? error{exit_code::busy, ""} : other.failure();
    }
    const bool differs = !same_plan(wanted, table_->published());
    if (differs) {
        settled_ = false;
        if (auto published = table_->publish(wanted, config_.options); !published)
            return published.failure();
    }
    xdpbond_config next = config_;
    // A plan is made for the slaves that are whole.
    if (!std::any_of(next.slave, next.slave + next.slaves, is_unfinished))
        remember(next, plan);
    for (const auto& [event, when] : untold_)
        remember(next, event, when);
    next.watcher = static_cast<__u32>(getpid());
    next.watcher_start = process_start(next.watcher);
    if (!same_bytes(next, config_)) {
        if (auto written = write_config(map_.get(), next); !written)
            return written;
        config_ = next;
    }
    untold_.clear();
    // Waiting for programs that still run is for the next look: other bonds may have something to publish first.
    if (differs)
        return {};
    if (!settled_)
        if (auto settled = table_->settle(); !settled)
            return settled;
    settled_ = true;
    return {};
}

std::string kept_bond::new_trouble(const error& failure) {
    if (failure.message == trouble_)
        return "";
    return trouble_ = failure.message;
}

kept_look kept_bond::look(const links& net, moment now, bool thorough) {
    kept_look told;
    std::error_code ignored;
    auto other = read_again();
    if (!other || config_.state != XDPBOND_STATE_READY || !std::filesystem::exists(pins_.config(), ignored)) {
        table_.reset();
        told.gone = !other || !is_pinned();
        told.next = now + unready_retry;
        return told;
    }
    // Whoever changed the configuration has published, too, with a writer of his own.
    if (*other)
        table_.reset();
    const xdpbond_config config = without_unfinished(config_);
    look_at_ports(net, config, thorough);
    if (auto table = have_table(); !table) {
        told.trouble = new_trouble(table.failure());
        told.next = now + trouble_retry;
        return told;
    }
    if (!begun_) {
        memory_ = take_over(config, ports_, table_->published());
        begun_ = true;
    }
    const auto facts = facts_of(config, ports_);
    follow_renames(memory_, facts);
    const monitor_plan plan = advance(memory_, options_of(settings_of(config)), facts, now);
    for (const auto& event : plan.events)
        untold_.emplace_back(event, wall_clock_ns(event.when));
    told.events = plan.events;
    told.untended = untended_;
    told.next = plan.next;

    const xdpbond_half wanted = plan_half(config, ports_, peer_, plan);
    xdpbond_config next = config_;
    const bool to_remember = !untold_.empty() || config_.watcher != static_cast<__u32>(getpid()) ||
                             (config.slaves == config_.slaves && remember(next, plan));
    if (same_plan(wanted, table_->published()) && !to_remember && settled_)
        return told;
    auto written = write(wanted, plan);
    if (written) {
        trouble_.clear();
        if (!settled_)
            told.next = now;
        return told;
    }
    const bool busy = written.failure().code == exit_code::busy;
    if (!busy)
        told.trouble = new_trouble(written.failure());
    told.next = std::min(told.next, now + (busy ? moment::duration(busy_retry) : trouble_retry));
    return told;
}

void kept_bond::changed(monitor_memory memory, std::vector<monitor_event> events) {
    memory_ = std::move(memory);
    begun_ = memory_.started;
    for (auto& event : events)
        untold_.emplace_back(event, wall_clock_ns(event.when));
    table_.reset();
    glances_.clear();
}

bool kept_bond::has_port(const link_glance& seen) const {
    const auto is_it = [&seen](const xdpbond_config_slave& port) {
        return port.name[0] && (port.ifindex == seen.ifindex || name_of(port.name) == seen.name);
    };
    return std::any_of(config_.slave, config_.slave + std::min<__u32>(config_.slaves, XDPBOND_SLAVES_MAX), is_it) ||
           is_it(config_.peer);
}

} // namespace xdpbond::control
