// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/kernel.hpp>

#include "libbpf_log.hpp"

#include <bpf/btf.h>

#include <memory>

namespace xdpbond::control {

result<kernel_features> read_kernel_features() {
    libbpf_log quiet;
    std::unique_ptr<btf, decltype(&btf__free)> kernel(btf__load_vmlinux_btf(), btf__free);
    if (!kernel)
        return error{exit_code::unsupported,
                     "this kernel has no BTF (/sys/kernel/btf/vmlinux); xdpbond needs one built with "
                     "CONFIG_DEBUG_INFO_BTF=y",
                     quiet.text()};
    kernel_features features;
    features.rdonly_cast = btf__find_by_name_kind(kernel.get(), "bpf_rdonly_cast", BTF_KIND_FUNC) > 0;
    return features;
}

} // namespace xdpbond::control
