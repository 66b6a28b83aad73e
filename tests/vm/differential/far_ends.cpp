// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "far_ends.hpp"

#include "far_end.h"
#include "far_end.skel.h"

#include <bpf/libbpf.h>
#include <doctest/doctest.h>
#include <linux/if_link.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

namespace xdpbond::test {
namespace {

// A frame that is dropped is waited for this long; one that is sent is there when the call returns, or very soon.
constexpr int waits = 20;
constexpr useconds_t wait_us = 100;

int ifindex_of(const std::string& name) {
    const unsigned ifindex = if_nametoindex(name.c_str());
    INFO(name);
    REQUIRE(ifindex != 0);
    return static_cast<int>(ifindex);
}

} // namespace

void command(const std::string& words) {
    INFO(words);
    REQUIRE(std::system((words + " >/last 2>&1 || { cat /last; false; }").c_str()) == 0);
}

far_ends::far_ends(const std::string& prefix, unsigned count, bool lacp_is_noise)
    : prefix_(prefix), count_(count), program_(::far_end__open(), ::far_end__destroy),
      socket_(::socket(AF_PACKET, SOCK_RAW, 0)) {
    REQUIRE(program_);
    REQUIRE(socket_ >= 0);
    program_->rodata->lacp_is_noise = lacp_is_noise;
    REQUIRE(::far_end__load(program_.get()) == 0);
    for (unsigned number = 0; number < count; ++number) {
        const std::string far = slave(number) + "x";
        command("ip link add " + slave(number) + " type veth peer name " + far + " && ip link set " + far + " up");
        const int ifindex = ifindex_of(far);
        REQUIRE(ifindex < FAR_END_IFINDEXES);
        program_->bss->place_of[ifindex] = static_cast<__u8>(number + 1);
        REQUIRE(::bpf_xdp_attach(ifindex, ::bpf_program__fd(program_->progs.far_end), XDP_FLAGS_DRV_MODE, nullptr) ==
                0);
    }
}

far_ends::~far_ends() {
    for (unsigned number = 0; number < count_; ++number)
        static_cast<void>(std::system(("ip link del " + slave(number)).c_str()));
    ::close(socket_);
}

void far_ends::carrier(unsigned number, bool on) const {
    command("ip link set " + slave(number) + (on ? "x up" : "x down"));
}

std::string far_ends::arrive(unsigned slave_number, const bytes& frame, unsigned copies) {
    return send(slave(slave_number) + "x", frame, copies);
}

std::string far_ends::send(const std::string& ifname, const bytes& frame, unsigned copies, int priority) {
    sockaddr_ll to{};
    to.sll_family = AF_PACKET;
    to.sll_ifindex = static_cast<int>(if_nametoindex(ifname.c_str()));
    REQUIRE(::setsockopt(socket_, SOL_SOCKET, SO_PRIORITY, &priority, sizeof priority) == 0);
    INFO(ifname);
    REQUIRE(::sendto(socket_, frame.data(), frame.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to) ==
            static_cast<ssize_t>(frame.size()));
    return collect(copies);
}

std::string far_ends::collect(unsigned copies) {
    for (int wait = 0; wait < waits && program_->bss->seen - told_ < copies; ++wait)
        ::usleep(wait_us);
    std::string numbers;
    while (told_ != program_->bss->seen)
        numbers += static_cast<char>('0' + program_->bss->places[told_++ % FAR_END_FRAMES] - 1);
    return numbers;
}

bool far_ends::quiet() const {
    ::usleep(20000);
    return told_ == program_->bss->seen;
}

void far_ends::through_the_bond(const std::string& ifname, bool on) const {
    const int program = on ? ::bpf_program__fd(program_->progs.through_the_bond) : -1;
    INFO(ifname);
    REQUIRE(::bpf_xdp_attach(ifindex_of(ifname), program, XDP_FLAGS_DRV_MODE, nullptr) == 0);
}

} // namespace xdpbond::test
