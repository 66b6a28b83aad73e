// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "kernel_bond.hpp"

#include "network.hpp"

#include <xdpbond/control/links.hpp>

#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <linux/bpf.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

namespace xdpbond::bench {
namespace {

using control::error;
using control::exit_code;
using control::result;

constexpr const char* ifname = "bond0";
constexpr std::uint32_t miimon = 100;

struct socket_closer {
    void operator()(nl_sock* socket) const { ::nl_socket_free(socket); }
};
struct message_freer {
    void operator()(nl_msg* message) const { ::nlmsg_free(message); }
};
using message = std::unique_ptr<nl_msg, message_freer>;

message link_message(int type, int flags, std::uint32_t ifindex) {
    message made(::nlmsg_alloc_simple(type, NLM_F_REQUEST | NLM_F_ACK | flags));
    ifinfomsg head{};
    head.ifi_index = static_cast<int>(ifindex);
    ::nlmsg_append(made.get(), &head, sizeof head, NLMSG_ALIGNTO);
    return made;
}

result<void> ask(message asked, std::string_view what) {
    const std::unique_ptr<nl_sock, socket_closer> socket(::nl_socket_alloc());
    int failed = ::nl_connect(socket.get(), NETLINK_ROUTE);
    if (failed >= 0)
        failed = ::nl_send_sync(socket.get(), asked.release());
    if (failed < 0)
        return error{exit_code::unsupported, fmt::format("kernel bond: {}: {}", what, ::nl_geterror(failed))};
    return {};
}

result<void> add_bond(const bond_kind& kind) {
    auto asked = link_message(RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, 0);
    nl_msg* const text = asked.get();
    nla_put_string(text, IFLA_IFNAME, ifname);
    nlattr* const info = ::nla_nest_start(text, IFLA_LINKINFO);
    nla_put_string(text, IFLA_INFO_KIND, "bond");
    nlattr* const data = ::nla_nest_start(text, IFLA_INFO_DATA);
    nla_put_u8(text, IFLA_BOND_MODE, static_cast<std::uint8_t>(kind.mode));
    nla_put_u32(text, IFLA_BOND_MIIMON, miimon);
    if (kind.hashes())
        nla_put_u8(text, IFLA_BOND_XMIT_HASH_POLICY, static_cast<std::uint8_t>(kind.hash));
    ::nla_nest_end(text, data);
    ::nla_nest_end(text, info);
    return ask(std::move(asked), "cannot be made");
}

result<void> enslave(std::uint32_t slave, std::uint32_t bond) {
    auto asked = link_message(RTM_NEWLINK, 0, slave);
    nla_put_u32(asked.get(), IFLA_MASTER, bond);
    return ask(std::move(asked), "cannot take a slave");
}

} // namespace

result<void> attach(const subject& program, const std::string& name) {
    const auto links = control::links::open();
    if (!links)
        return links.failure();
    const auto link = links->by_name(name);
    if (!link)
        return link.failure();
    if (const int failed =
            ::bpf_xdp_attach(static_cast<int>(link->ifindex), program.program, XDP_FLAGS_DRV_MODE, nullptr))
        return error{exit_code::unsupported, fmt::format("{}: takes no program: {}", name, std::strerror(-failed))};
    return {};
}

bool kernel_sends(const bond_kind& kind) {
    return kind.mode != XDPBOND_MODE_BROADCAST && !(kind.hashes() && kind.hash == XDPBOND_HASH_VLAN_SRCMAC);
}

kernel_bond::kernel_bond(kernel_bond&& from) noexcept
    : bond_(std::exchange(from.bond_, 0)), slaves_(std::exchange(from.slaves_, {})),
      program_(std::move(from.program_)) {}

kernel_bond::~kernel_bond() {
    if (bond_)
        (void)ask(link_message(RTM_DELLINK, 0, bond_), "cannot be deleted");
    for (const auto slave : slaves_)
        (void)ask(link_message(RTM_DELLINK, 0, slave), "cannot delete a slave");
}

result<void> kernel_bond::set_up(const bond_kind& kind, unsigned slaves, const subject& xdp_drop) {
    if (const auto added = add_bond(kind); !added)
        return added;
    const auto links = control::links::open();
    if (!links)
        return links.failure();
    const auto bond = links->by_name(ifname);
    if (!bond)
        return bond.failure();
    bond_ = bond->ifindex;
    for (unsigned number = 0; number < slaves; ++number) {
        const auto slave = make_veth(fmt::format("member{}", number), fmt::format("beyond{}", number), false);
        if (!slave)
            return slave.failure();
        slaves_.push_back(*slave);
        if (const auto attached = attach(xdp_drop, fmt::format("beyond{}", number)); !attached)
            return attached;
        if (const auto taken = enslave(*slave, bond_); !taken)
            return taken;
    }
    if (const auto up = links->set_up(*bond, true); !up)
        return up;
    return attach(program_, ifname);
}

result<kernel_bond> kernel_bond::make(const bond_kind& kind, unsigned slaves, const subject& xdp_tx,
                                      const subject& xdp_drop) {
    kernel_bond made;
    made.program_ = xdp_tx;
    made.program_.name = fmt::format("kernel bond {}", kind.name());
    made.program_.verdict = XDP_REDIRECT;
    made.program_.sends_back = kind.mode == XDPBOND_MODE_BALANCE_RR; // each slave in its turn
    if (const auto done = made.set_up(kind, slaves, xdp_drop); !done)
        return done.failure();
    return made;
}

result<std::uint32_t> kernel_bond::ingress(const frame& packet) const {
    for (int tries = 0; tries < 100; ++tries) {
        for (const auto slave : slaves_) {
            const auto verdict = verdict_of(program_, packet, slave);
            if (!verdict)
                return verdict.failure();
            if (*verdict == XDP_REDIRECT)
                return slave;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50)); // 802.3ad takes a moment to choose
    }
    return error{exit_code::failed,
                 fmt::format("{}: sends no frame {} through another slave", program_.name, packet.name)};
}

} // namespace xdpbond::bench
