// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/resolve.hpp>

#include "libbpf_log.hpp"
#include "libbpf_options.hpp"
#include "sentence.hpp"

#include "xdpbond_resolve.skel.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <cerrno>

namespace xdpbond::control {

struct device_resolver::program {
    xdpbond_resolve* skeleton = xdpbond_resolve__open();
    ~program() { xdpbond_resolve__destroy(skeleton); }
};

void device_resolver::closer::operator()(program* opened) const {
    delete opened;
}

result<device_resolver> device_resolver::open(int slaves) {
    libbpf_log log;
    device_resolver opened(new program);
    xdpbond_resolve* skeleton = opened.program_->skeleton;
    int code = skeleton ? bpf_map__reuse_fd(skeleton->maps.slaves, slaves) : -errno;
    if (code == 0)
        code = xdpbond_resolve__load(skeleton);
    if (code)
        return error{code_of(code),
                     text("devices: cannot load the program that looks them up: ", words_of(code),
                          "; carrier_check=off does without in every mode but broadcast"),
                     log.text()};
    return opened;
}

result<std::uint64_t> device_resolver::device_at(std::uint32_t slot) const {
    // The kernel runs no XDP program on less than an Ethernet header.
    unsigned char frame[64]{};
    auto options = libbpf_options<bpf_test_run_opts>();
    options.data_in = frame;
    options.data_size_in = sizeof(frame);
    const xdpbond_resolve& resolve = *program_->skeleton;
    resolve.bss->slot = slot;
    if (int code = bpf_prog_test_run_opts(bpf_program__fd(resolve.progs.resolve), &options))
        return failed_with(code, "devices", "cannot look one up");
    return resolve.bss->device;
}

} // namespace xdpbond::control
