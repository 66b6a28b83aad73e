// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "xdp_owner.hpp"

#include "libbpf_options.hpp"
#include "sentence.hpp"

#include <xdpbond/control/fd.hpp>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/if_link.h>

namespace xdpbond::control {

namespace {

std::string name_of_program(__u32 id) {
    unique_fd fd(bpf_prog_get_fd_by_id(id));
    bpf_prog_info info{};
    __u32 size = sizeof(info);
    return fd && bpf_obj_get_info_by_fd(fd.get(), &info, &size) == 0 ? info.name : "";
}

// Whether some bpf_link holds this program on this port; without CAP_SYS_ADMIN links cannot be listed.
enum class holder { link, netlink, unknown };

holder holder_of(__u32 program, __u32 ifindex) {
    __u32 id = 0;
    while (bpf_link_get_next_id(id, &id) == 0) {
        unique_fd fd(bpf_link_get_fd_by_id(id));
        bpf_link_info info{};
        __u32 size = sizeof(info);
        if (fd && bpf_obj_get_info_by_fd(fd.get(), &info, &size) == 0 && info.type == BPF_LINK_TYPE_XDP &&
            info.prog_id == program && info.xdp.ifindex == ifindex)
            return holder::link;
    }
    return errno == ENOENT ? holder::netlink : holder::unknown;
}

} // namespace

std::string describe_program(const link_facts& port) {
    auto query = libbpf_options<bpf_xdp_query_opts>();
    if (bpf_xdp_query(static_cast<int>(port.ifindex), 0, &query) || query.attach_mode == XDP_ATTACHED_NONE)
        return "";
    const auto several = query.attach_mode == XDP_ATTACHED_MULTI;
    const __u32 id = !several ? query.prog_id : query.drv_prog_id ? query.drv_prog_id : query.skb_prog_id;
    std::string words = text("program ", id);
    if (auto name = name_of_program(id); !name.empty())
        words += text(" (", name, ")");
    words += several                                 ? ", one of several"
             : query.attach_mode == XDP_ATTACHED_SKB ? ", generic"
             : query.attach_mode == XDP_ATTACHED_HW  ? ", offloaded"
                                                     : ", native";
    switch (holder_of(id, port.ifindex)) {
    case holder::link:
        return words + ", held by a bpf_link";
    case holder::netlink:
        return words + ", attached by netlink";
    default:
        return words;
    }
}

} // namespace xdpbond::control
