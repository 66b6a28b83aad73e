// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A program on a port, by a pinned bpf_link that only its owner can replace.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace xdpbond::control {

struct attachment {
    unique_fd link;
    xdpbond_attach how = XDPBOND_ATTACH_NATIVE; // NATIVE or GENERIC
    std::string why;                            // auto took GENERIC: what the kernel said to native; else ""
};

// Attaches a program to a port that has none. AUTO takes native, and generic where the driver refuses native.
// Errors carry the kernel's own words. A port that has a program already: busy.
result<attachment> attach(int program, const link_facts& port, xdpbond_attach wanted);

// What a link is attached to and runs.
struct link_info {
    std::uint32_t id = 0;
    std::uint32_t program = 0; // id
    std::uint32_t ifindex = 0; // 0: its device is gone
};
result<link_info> read_link(int link);

// Makes a link run another program, in one step. `expected`: descriptor of the program it must run now, or -1.
// Its device is gone: no_such.
result<void> swap_program(int link, int program, int expected, const std::string& port);

// Detaches the link pinned at `pin`, waits until its port shows no program of ours, and removes the pin. Success also
// where there is no pin or the device is gone.
result<void> detach(const std::filesystem::path& pin);

} // namespace xdpbond::control
