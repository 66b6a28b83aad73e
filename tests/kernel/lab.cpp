// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lab.hpp"

#include <xdpbond/control/fd.hpp>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <doctest/doctest.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <sched.h>

namespace xdpbond::test {
namespace {

std::string name(unsigned number) {
    return "s" + std::to_string(number);
}

control::unique_fd pass_all() {
    const bpf_insn program[] = {
        {BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, XDP_PASS},
        {BPF_JMP | BPF_EXIT, 0, 0, 0, 0},
    };
    return control::unique_fd(bpf_prog_load(BPF_PROG_TYPE_XDP, "pass_all", "Dual BSD/GPL", program, 2, nullptr));
}

void attach_to(std::uint32_t ifindex) {
    const auto program = pass_all();
    REQUIRE(program);
    REQUIRE(bpf_xdp_attach(static_cast<int>(ifindex), program.get(), XDP_FLAGS_DRV_MODE, nullptr) == 0);
}

} // namespace

lab::lab(unsigned interfaces) {
    for (unsigned number = 0; number < interfaces; ++number) {
        ifindexes_.push_back(net_.add(name(number)));
        attach_to(ifindexes_.back());
    }
}

void lab::carrier(unsigned number, bool on) {
    bed::ip("link set " + name(number) + (on ? "x up" : "x down"));
}

void lab::up(unsigned number, bool on) {
    bed::ip("link set " + name(number) + (on ? " up" : " down"));
}

void lab::remove(unsigned number) {
    net_.remove(name(number));
}

void lab::ready(unsigned number) {
    attach_to(if_nametoindex((name(number) + "x").c_str()));
}

void lab::mtu(unsigned number, unsigned bytes) {
    bed::ip("link set " + name(number) + " mtu " + std::to_string(bytes));
}

xdpbond_half half_of_ports(const std::vector<xdpbond_port>& slaves) {
    xdpbond_half half{};
    for (const xdpbond_port& port : slaves) {
        half.slave[half.slaves++] = port;
        if (port.flags & XDPBOND_PORT_USABLE)
            half.sender[half.usable++] = half.preference[half.preferred++] = port;
    }
    return half;
}

xdpbond_half half_of(const std::vector<std::uint32_t>& ifindexes) {
    std::vector<xdpbond_port> slaves;
    for (const std::uint32_t ifindex : ifindexes)
        slaves.push_back({0, ifindex, static_cast<__u16>(slaves.size()), XDPBOND_PORT_USABLE});
    return half_of_ports(slaves);
}

void stay_on_this_cpu() {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
    REQUIRE(sched_setaffinity(0, sizeof(one), &one) == 0);
}

} // namespace xdpbond::test
