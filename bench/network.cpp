// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "network.hpp"

#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/links.hpp>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <linux/if_link.h>
#include <netlink/netlink.h>
#include <netlink/route/link/veth.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>

#include <net/if.h>
#include <sched.h>
#include <unistd.h>

namespace xdpbond::bench {
namespace {

using control::error;
using control::exit_code;
using control::result;

struct socket_closer {
    void operator()(nl_sock* socket) const { ::nl_socket_free(socket); }
};
using netlink_socket = std::unique_ptr<nl_sock, socket_closer>;

error refused(const std::string& what, int code) {
    return {exit_code::failed, fmt::format("{}: {}", what, ::nl_geterror(code))};
}

result<std::uint32_t> set_up(const control::links& links, const std::string& name, bool up) {
    const auto link = links.by_name(name);
    if (!link)
        return link.failure();
    if (const auto done = links.set_up(*link, up); !done)
        return done.failure();
    return link->ifindex;
}

// A veth takes redirected frames where its far end has a program: what a broadcast over others costs is its losses.
result<void> make_ready(const std::string& far) {
    const bpf_insn drop_all[] = {
        {BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, XDP_DROP},
        {BPF_JMP | BPF_EXIT, 0, 0, 0, 0},
    };
    const control::unique_fd program(
        ::bpf_prog_load(BPF_PROG_TYPE_XDP, "drop_all", "Dual BSD/GPL", drop_all, std::size(drop_all), nullptr));
    const auto ifindex = static_cast<int>(::if_nametoindex(far.c_str()));
    if (!program || ::bpf_xdp_attach(ifindex, program.get(), XDP_FLAGS_DRV_MODE, nullptr))
        return error{exit_code::failed, fmt::format("{}: cannot attach a program: {}", far, std::strerror(errno))};
    return {};
}

} // namespace

result<std::uint32_t> make_veth(const std::string& near, const std::string& far, bool up) {
    const netlink_socket socket(::nl_socket_alloc());
    if (const int failed = ::nl_connect(socket.get(), NETLINK_ROUTE); failed < 0)
        return refused("no route netlink", failed);
    const auto links = control::links::open();
    if (!links)
        return links.failure();
    if (const int failed = ::rtnl_link_veth_add(socket.get(), near.c_str(), far.c_str(), ::getpid()); failed < 0)
        return refused("cannot make a veth pair", failed);
    if (const auto set = set_up(*links, far, true); !set)
        return set;
    return set_up(*links, near, up);
}

result<std::vector<std::uint32_t>> make_slaves(unsigned count) {
    if (::unshare(CLONE_NEWNET) < 0)
        return error{errno == EPERM ? exit_code::privilege : exit_code::failed,
                     fmt::format("cannot make a network namespace: {}; run it as root", std::strerror(errno))};
    std::vector<std::uint32_t> slaves;
    for (unsigned number = 0; number < count; ++number) {
        const auto ifindex = make_veth(fmt::format("slave{}", number), fmt::format("far{}", number), true);
        if (!ifindex)
            return ifindex.failure();
        if (const auto ready = make_ready(fmt::format("far{}", number)); !ready)
            return ready.failure();
        slaves.push_back(*ifindex);
    }
    return slaves;
}

} // namespace xdpbond::bench
