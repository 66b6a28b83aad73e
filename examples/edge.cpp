// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// edge IF IF ADDRESS…: bonds two interfaces and drops what comes from the IPv4 addresses, until it is interrupted.
// edge:                shows what the program does with two frames, on no interface at all.

#include <edge.skel.h>

#include <arpa/inet.h>
#include <bpf/bpf.h>
#include <net/if.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>

namespace {

using skeleton = std::unique_ptr<edge, decltype(&edge::destroy)>;

bool block(edge& program, const char* address) {
    in_addr source{};
    const __u8 yes = 1;
    return inet_pton(AF_INET, address, &source) == 1 &&
           bpf_map__update_elem(program.maps.blocked, &source, sizeof source, &yes, sizeof yes, BPF_ANY) == 0;
}

// Adds a slave. The half that is filled here is read from the first frame on: nothing is attached yet.
bool add_slave(edge& program, __u32 ifindex) {
    xdpbond_half& half = program.data_uplink_table->uplink_table.half[0];
    const __u32 slot = half.slaves;
    const bpf_devmap_val out{.ifindex = ifindex, .bpf_prog = {}};
    const xdpbond_port port{
        .device = 0, .ifindex = ifindex, .slot = static_cast<__u16>(slot), .flags = XDPBOND_PORT_USABLE};
    if (bpf_map__update_elem(program.maps.uplink_slaves, &slot, sizeof slot, &out, sizeof out, BPF_ANY) != 0)
        return false;
    half.slave[half.slaves++] = half.sender[half.usable++] = half.preference[half.preferred++] = port;
    return true;
}

int run(edge& program, const char* first, const char* second) {
    for (const char* name : {first, second}) {
        const __u32 ifindex = if_nametoindex(name);
        if (ifindex == 0 || !add_slave(program, ifindex) ||
            !bpf_program__attach_xdp(program.progs.edge, static_cast<int>(ifindex))) {
            std::perror(name);
            return 1;
        }
    }
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    std::printf("%s and %s are one link; ctrl-c ends that\n", first, second);
    int signal = 0;
    return sigwait(&signals, &signal);
}

// What becomes of a frame from this address that arrives on a slave: the kernel takes lo for a test run.
int show(edge& program, const char* address) {
    unsigned char frame[64] = {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x08, 0x00, 0x45};
    inet_pton(AF_INET, address, frame + 26);
    LIBBPF_OPTS(bpf_test_run_opts, test, .data_in = frame, .data_size_in = sizeof frame);
    if (bpf_prog_test_run_opts(bpf_program__fd(program.progs.edge), &test) != 0)
        return 1;
    std::printf("a frame from %s %s\n", address,
                test.retval == XDP_DROP ? "is dropped"
                : test.retval == XDP_TX ? "leaves"
                                        : "?");
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const skeleton program(edge::open_and_load(), edge::destroy);
    if (!program) {
        std::perror("edge");
        return 1;
    }
    for (int i = 3; i < argc; i++) {
        if (!block(*program, argv[i])) {
            std::fprintf(stderr, "%s: no IPv4 address\n", argv[i]);
            return 2;
        }
    }
    if (argc > 2)
        return run(*program, argv[1], argv[2]);
    const bool ready = block(*program, "192.0.2.1") && add_slave(*program, if_nametoindex("lo"));
    return !ready || show(*program, "192.0.2.1") || show(*program, "192.0.2.2");
}
