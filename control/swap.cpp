// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/attach.hpp>

#include "libbpf_options.hpp"
#include "sentence.hpp"

#include <bpf/bpf.h>

#include <cerrno>

namespace xdpbond::control {

result<void> swap_program(int link, int program, int expected, const std::string& port) {
    auto options = libbpf_options<bpf_link_update_opts>();
    if (expected >= 0) {
        options.flags = BPF_F_REPLACE;
        options.old_prog_fd = static_cast<__u32>(expected);
    }
    if (bpf_link_update(link, program, &options) == 0)
        return {};
    if (errno == ENOLINK)
        return error{exit_code::no_such, text(port, ": it is gone")};
    return failed_with(errno, port, "cannot swap its program");
}

} // namespace xdpbond::control
