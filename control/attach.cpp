// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/attach.hpp>

#include "libbpf_log.hpp"
#include "libbpf_options.hpp"
#include "sentence.hpp"

#include <xdpbond/control/pins.hpp>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/if_link.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace xdpbond::control {

namespace {

std::uint32_t flag_of(xdpbond_attach how) {
    return how == XDPBOND_ATTACH_GENERIC ? XDP_FLAGS_SKB_MODE : XDP_FLAGS_DRV_MODE;
}

// Why the kernel refuses this program on this port. A link brings no words with its errno, a netlink request does.
std::string kernels_words(int program, const link_facts& port, xdpbond_attach how, int errnum) {
    libbpf_log log;
    const auto ifindex = static_cast<int>(port.ifindex);
    if (bpf_xdp_attach(ifindex, program, flag_of(how) | XDP_FLAGS_UPDATE_IF_NOEXIST, nullptr) == 0) {
        // It was refused a moment ago and is not now: not wanted this way.
        auto options = libbpf_options<bpf_xdp_attach_opts>();
        options.old_prog_fd = program;
        bpf_xdp_detach(ifindex, flag_of(how) | XDP_FLAGS_REPLACE, &options);
    }
    std::string words = log.after("Kernel error message: ");
    return words.empty() ? words_of(errnum) : text(words, " (", words_of(errnum), ")");
}

// Attaches in one way; on failure returns the errno.
int attach_as(int program, const link_facts& port, xdpbond_attach how, unique_fd& link) {
    auto options = libbpf_options<bpf_link_create_opts>();
    options.flags = flag_of(how);
    link = unique_fd(bpf_link_create(program, static_cast<int>(port.ifindex), BPF_XDP, &options));
    return link ? 0 : errno;
}

// Whether another way to attach is worth a try.
bool is_drivers_refusal(int errnum) {
    return errnum != EBUSY && errnum != EEXIST && errnum != ENODEV && errnum != EPERM;
}

error attach_failure(const link_facts& port, xdpbond_attach how, int errnum, const std::string& words) {
    const bool native = how == XDPBOND_ATTACH_NATIVE;
    exit_code code = code_of(errnum);
    if (code == exit_code::failed)
        code = exit_code::unsupported; // a limit of the driver or of the port's settings
    return {code, text(port.name, ": cannot attach in ", native ? "native" : "generic", " mode: ", words,
                       native && is_drivers_refusal(errnum) ? "; try --attach generic" : ""),
            words};
}

} // namespace

result<attachment> attach(int program, const link_facts& port, xdpbond_attach wanted) {
    attachment made;
    if (wanted != XDPBOND_ATTACH_GENERIC) {
        int failure = attach_as(program, port, XDPBOND_ATTACH_NATIVE, made.link);
        if (!failure)
            return made;
        made.why = kernels_words(program, port, XDPBOND_ATTACH_NATIVE, failure);
        if (wanted == XDPBOND_ATTACH_NATIVE || !is_drivers_refusal(failure))
            return attach_failure(port, XDPBOND_ATTACH_NATIVE, failure, made.why);
    }
    made.how = XDPBOND_ATTACH_GENERIC;
    if (int failure = attach_as(program, port, XDPBOND_ATTACH_GENERIC, made.link))
        return attach_failure(port, XDPBOND_ATTACH_GENERIC, failure,
                              kernels_words(program, port, XDPBOND_ATTACH_GENERIC, failure));
    return made;
}

result<link_info> read_link(int link) {
    bpf_link_info info{};
    __u32 size = sizeof(info);
    if (bpf_obj_get_info_by_fd(link, &info, &size))
        return failed_with(errno, "link", "cannot look at it");
    return link_info{info.id, info.prog_id, info.xdp.ifindex};
}

result<void> detach(const std::filesystem::path& pin) {
    using namespace std::chrono_literals;
    unique_fd link(bpf_obj_get(pin.c_str()));
    if (!link && errno == ENOENT)
        return {};
    if (!link)
        return failed_with(errno, pin.native(), "cannot open this pin");
    auto info = read_link(link.get());
    if (!info)
        return info.failure();
    // Removing the pin alone would leave the program on the port for a while. Not attached any more: EINVAL, ENOLINK.
    if (info->ifindex && bpf_link_detach(link.get()) && errno != EINVAL && errno != ENOLINK)
        return failed_with(errno, pin.native(), "cannot detach this link");
    for (int attempt = 0; info->ifindex && attempt < 1000; attempt++) {
        __u32 program = 0;
        if (bpf_xdp_query_id(static_cast<int>(info->ifindex), 0, &program) || program != info->program)
            break;
        std::this_thread::sleep_for(1ms);
    }
    return remove_pin(pin);
}

} // namespace xdpbond::control
