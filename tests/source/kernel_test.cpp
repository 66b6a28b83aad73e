// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The golden programs in the running kernel: they load, and a frame meets their steps in the order written.

#include <composed.skel.h>
#include <gateway.skel.h>
#include <options.skel.h>
#include <plain.skel.h>

#include <doctest/doctest.h>

#include <bpf/bpf.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

template <class Skeleton>
auto load() {
    return std::unique_ptr<Skeleton, void (*)(Skeleton*)>(Skeleton::open_and_load(), Skeleton::destroy);
}

// A frame from 02:00:00:00:00:01 to an address that begins with `first`, all bytes 0 from its ethertype on but this.
std::vector<unsigned char> frame(std::size_t size, unsigned char first, unsigned ethertype = 0x0800) {
    std::vector<unsigned char> to(size);
    to[0] = first;
    to[6] = 0x02;
    to[11] = 0x01;
    to[12] = static_cast<unsigned char>(ethertype >> 8);
    to[13] = static_cast<unsigned char>(ethertype);
    return to;
}

int verdict(const bpf_program* program, std::vector<unsigned char> data) {
    LIBBPF_OPTS(bpf_test_run_opts, run, .data_in = data.data(), .data_size_in = static_cast<__u32>(data.size()));
    REQUIRE(bpf_prog_test_run_opts(bpf_program__fd(program), &run) == 0);
    return static_cast<int>(run.retval);
}

} // namespace

TEST_CASE("plain: a frame is dropped as long as the bond has no slave, a control frame is passed up") {
    const auto loaded = load<plain>();
    REQUIRE(loaded);
    CHECK(verdict(loaded->progs.plain, frame(64, 0x02)) == XDP_DROP);
    CHECK(verdict(loaded->progs.plain, frame(64, 0x02, 0x0806)) == XDP_PASS);
}

TEST_CASE("composed: each step in its place") {
    const auto loaded = load<composed>();
    REQUIRE(loaded);
    const bpf_program* program = loaded->progs.composed;
    CHECK(verdict(program, frame(64, 0x02)) == XDP_PASS);           // uplink: no slave, pass
    CHECK(verdict(program, frame(600, 0x02)) == XDP_DROP);          // longer than 500
    CHECK(verdict(program, frame(600, 0x01)) == XDP_PASS);          // multicast comes before that
    CHECK(verdict(program, frame(1001, 0x01)) == XDP_DROP);         // longer than 1000 before multicast
    CHECK(verdict(program, frame(1001, 0x02, 0x0806)) == XDP_PASS); // ARP before all
    auto broadcast = frame(64, 0xff);
    std::fill_n(broadcast.begin(), 6, static_cast<unsigned char>(0xff));
    CHECK(verdict(program, broadcast) == XDP_DROP); // flood: no slave, drop
}

TEST_CASE("gateway: a frame from the other side goes through its stage and to the bond, others to the other side") {
    const auto loaded = load<gateway>();
    REQUIRE(loaded);
    xdpbond_half& half = loaded->data_lan_table->lan_table.half[0];
    constexpr __u32 lo = 1; // where test frames come in
    const xdpbond_port slave{.device = 0, .ifindex = lo, .slot = 0, .flags = XDPBOND_PORT_USABLE};
    const bpf_program* program = loaded->progs.gateway;
    CHECK(verdict(program, frame(64, 0x02)) == XDP_DROP); // there is no other side
    half.slave[0] = half.sender[0] = half.preference[0] = slave;
    half.slaves = half.usable = half.preferred = 1;
    half.peer = slave; // the same, so that both ways end in XDP_TX
    CHECK(verdict(program, frame(64, 0x02)) == XDP_TX);
    CHECK(verdict(program, frame(1001, 0x02)) == XDP_DROP); // its stage
    half.peer.ifindex = lo + 1;
    half.peer.flags = 0;
    CHECK(verdict(program, frame(64, 0x02)) == XDP_DROP); // the other side is gone
}

TEST_CASE("options: loads, and what each bond was built for is in its object") {
    const auto loaded = load<options>();
    REQUIRE(loaded);
    const xdpbond_about& turns = loaded->rodata_turns->turns_about;
    CHECK(turns.options.packets_per_slave == 0);
    CHECK(turns.options.statistics == 0);
    CHECK(turns.tunable == 0);
    const xdpbond_about& old_hash = loaded->rodata_old_hash->old_hash_about;
    CHECK(old_hash.options.hash_version == XDPBOND_HASH_VERSION_5_15);
    CHECK(old_hash.options.packets_per_slave == 1);
    CHECK(old_hash.slaves == 8);
    CHECK(old_hash.tunable == 1);
    CHECK(verdict(loaded->progs.options, frame(64, 0x01)) == XDP_PASS);
    CHECK(verdict(loaded->progs.options, frame(64, 0x02)) == XDP_DROP);
}
