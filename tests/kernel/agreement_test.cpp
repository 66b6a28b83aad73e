// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The host's code (hash.h, select.h, control.h) and the shipped programs in this kernel say the same of random frames.
//
// Replay: XDPBOND_SEED=number (printed with each run). XDPBOND_FRAMES: how many, where all take too long.

#include "every_bond.hpp"
#include "frame_stream.hpp"
#include "kernel_bond.hpp"
#include "lab.hpp"

#include "support/guarded_frame.hpp"
#include "support/layers.hpp"

#include <xdpbond/bpf/control.h>
#include <xdpbond/bpf/hash.h>
#include <xdpbond/bpf/select.h>

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

using namespace xdpbond::test;

namespace {

constexpr unsigned all_frames = 100000, frames_of_a_table = 1000;

// For each mode and policy.
unsigned frames_of_each() {
    const char* given = std::getenv("XDPBOND_FRAMES");
    const auto number = given ? static_cast<unsigned>(std::strtoul(given, nullptr, 0)) : all_frames;
    REQUIRE(number >= frames_of_a_table);
    return number;
}

// One to 64 slaves, some of them not usable, in any slots.
xdpbond_half random_half(random_frames& random, std::uint32_t ifindex) {
    std::vector<xdpbond_port> slaves(1 + random.below(XDPBOND_SLAVES_MAX));
    const std::uint32_t first = random.below(XDPBOND_SLOTS_MAX);
    for (std::size_t i = 0; i < slaves.size(); ++i) {
        const auto slot = static_cast<__u16>((first + 5 * i) % XDPBOND_SLOTS_MAX);
        slaves[i] = {0, ifindex, slot, static_cast<__u16>(random.below(4) ? XDPBOND_PORT_USABLE : 0)};
    }
    auto half = half_of_ports(slaves);
    if (half.preferred > 1)
        std::swap(half.preference[0], half.preference[random.below(half.preferred)]);
    return half;
}

// Few frames: fewer cuts, so that there are random ones.
frame_stream make_stream(std::uint32_t number) {
    return frame_stream(number, frames_of_each() < all_frames ? 4 : 1);
}

// The host's word: the slot of the slave that sends a frame, or none.
class host_bond {
public:
    explicit host_bond(const xdpbond_options& options) : options_(options) {}

    std::optional<unsigned> slot(const xdpbond_half& half, const bytes& frame) {
        const xdpbond_choice choice =
            xdpbond_choose(&half, options_.mode, options_.rr_slaves, key(view(frame)), XDPBOND_CARRIER_ON);
        if (choice.place == XDPBOND_NOWHERE)
            return std::nullopt;
        return xdpbond_chosen(&choice)->slot;
    }

private:
    std::uint64_t key(xdpbond_frame frame) {
        if (options_.mode != XDPBOND_MODE_BALANCE_RR)
            return xdpbond_hash(frame, options_.hash, options_.hash_version);
        return xdpbond_is_igmp(frame) ? XDPBOND_KEY_ACTIVE : xdpbond_turn(++counter_, options_.packets_per_slave);
    }

    xdpbond_options options_;
    std::uint32_t counter_ = 0;
};

xdpbond_options options_for(const named_bond& of, random_frames& random) {
    auto options = xdpbond::control::default_options();
    options.mode = static_cast<__u8>(of.mode);
    options.hash = static_cast<__u8>(of.hash);
    options.control_frames = XDPBOND_CONTROL_NONE;
    options.hash_version = static_cast<__u8>(random.below(2));
    options.rr_slaves = static_cast<__u8>(random.below(2));
    options.packets_per_slave = static_cast<__u16>(1 + random.below(5));
    return options;
}

// Broadcast sends every frame through each usable slave; `before`: counters when half was published.
void check_copies(const kernel_bond& bond, const xdpbond_half& half, const xdpbond_counters& before, unsigned frames) {
    const auto after = bond.counters();
    for (unsigned place = 0; place < half.usable; ++place) {
        const unsigned slot = half.sender[place].slot;
        REQUIRE(after.slave[slot].packets - before.slave[slot].packets == frames);
    }
}

void check_agreement(const named_bond& of, const lab& net, std::uint32_t number) {
    random_frames random(number);
    auto frames = make_stream(number);
    const auto options = options_for(of, random);
    const bool copies = of.mode == XDPBOND_MODE_BROADCAST;
    kernel_bond bond(shipped("tx", of.mode, of.hash), options);
    host_bond host(options);
    for (unsigned slot = 0; slot < XDPBOND_SLOTS_MAX; ++slot)
        bond.put(slot, net.ifindex(0));
    const unsigned wanted = frames_of_each();
    for (unsigned done = 0; done < wanted; done += frames_of_a_table) {
        const auto half = random_half(random, net.ifindex(0));
        bond.write(half);
        const auto before = bond.counters();
        for (unsigned i = 0; i < frames_of_a_table; ++i) {
            const bytes frame = frames.next();
            const std::uint32_t verdict = bond.run(frame);
            if (copies) {
                REQUIRE(verdict == (half.usable ? XDP_REDIRECT : XDP_DROP));
                continue;
            }
            const auto expected = host.slot(half, frame);
            const auto slot = bond.slot_since();
            if (slot != expected || verdict != (expected ? XDP_REDIRECT : XDP_DROP))
                FAIL("host and kernel differ: slave " << expected.value_or(~0u) << " and " << slot.value_or(~0u)
                                                      << " of " << half.usable << ", verdict " << verdict << ", frame "
                                                      << to_hex(frame));
        }
        if (copies)
            check_copies(bond, half, before, frames_of_a_table);
    }
}

} // namespace

TEST_CASE("host and kernel choose the same slave for random and cut frames, in every mode and policy") {
    stay_on_this_cpu();
    const std::uint32_t number = seed();
    const lab net(1);
    for (std::uint32_t i = 0; i < every_bond.size(); ++i) {
        CAPTURE(std::string(every_bond[i].name));
        check_agreement(every_bond[i], net, number + i);
    }
}

TEST_CASE("host and kernel call the same frames control frames") {
    const std::uint32_t number = seed();
    const unsigned wanted = frames_of_each();
    const lab net(1);
    for (const auto what : {XDPBOND_CONTROL_DEFAULT, XDPBOND_CONTROL_LINK_LOCAL, XDPBOND_CONTROL_NONE}) {
        auto options = xdpbond::control::default_options();
        options.control_frames = static_cast<__u8>(what);
        kernel_bond bond(shipped("tx", XDPBOND_MODE_ACTIVE_BACKUP), options);
        bond.put(0, net.ifindex(0));
        bond.write(half_of(net.ifindexes()));
        auto frames = make_stream(number);
        for (unsigned i = 0; i < wanted; ++i) {
            const bytes frame = frames.next();
            const auto reason = xdpbond_control_class(view(frame), what);
            const auto said = bond.send(frame);
            if (said != (reason == XDPBOND_REASON_SENT ? redirected(0) : passed(reason)))
                FAIL("host and kernel differ: reason " << reason << "; " << said << ", frame " << to_hex(frame));
        }
    }
}

TEST_CASE("frames of 0 to 13 bytes, which the kernel never sees: hash 0, and the first slave sends") {
    const auto half = half_of({1, 2, 3});
    for (const bytes& whole : well_formed_frames())
        for (std::size_t length = 0; length < 14; ++length) {
            const guarded_frame frame(cut(whole, length), guarded_frame::edge::end);
            for (const auto& [name, mode, hash] : every_bond) {
                CAPTURE(std::string(name));
                CAPTURE(length);
                for (const auto version : {XDPBOND_HASH_VERSION_6_1, XDPBOND_HASH_VERSION_5_15})
                    CHECK(xdpbond_hash(frame.view(), hash, version) == 0);
                CHECK_FALSE(xdpbond_is_igmp(frame.view()));
                const auto choice = xdpbond_choose(&half, mode, XDPBOND_RR_ALL, 0, XDPBOND_CARRIER_ON);
                CHECK(xdpbond_chosen(&choice)->slot == 0);
            }
            CHECK(xdpbond_control_class(frame.view(), XDPBOND_CONTROL_DEFAULT) == XDPBOND_REASON_RUNT);
        }
}
