// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Broken on purpose: between two programs of a bond a port runs none of them, as when one is detached and the next one
// attached; frames go up the stack meanwhile.

#include <xdpbond/control/attach.hpp>
#include <xdpbond/control/fd.hpp>

#include <bpf/bpf.h>
#include <linux/bpf.h>

#include <iterator>

namespace xdpbond::control {

result<void> swap_program(int link, int program, int, const std::string& port) {
    bpf_insn pass[] = {{BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, XDP_PASS}, {BPF_JMP | BPF_EXIT, 0, 0, 0, 0}};
    LIBBPF_OPTS(bpf_prog_load_opts, options);
    options.expected_attach_type = BPF_XDP;
    options.prog_flags = BPF_F_XDP_HAS_FRAGS;
    const unique_fd none(bpf_prog_load(BPF_PROG_TYPE_XDP, "none", "GPL", pass, std::size(pass), &options));
    if (!none || bpf_link_update(link, none.get(), nullptr) || bpf_link_update(link, program, nullptr))
        return error{exit_code::failed, port + ": cannot swap its program"};
    return {};
}

} // namespace xdpbond::control
