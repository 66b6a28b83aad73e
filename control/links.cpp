// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/links.hpp>

#include "ethtool.hpp"
#include "glance_message.hpp"
#include "host_facts.hpp"
#include "mac.hpp"
#include "netlink.hpp"
#include "sentence.hpp"

#include <bpf/libbpf.h>
#include <linux/if.h>
#include <linux/if_arp.h>
#include <linux/rtnetlink.h>
#include <netlink/addr.h>
#include <netlink/errno.h>
#include <sys/socket.h>

#include <algorithm>

namespace xdpbond::control {

namespace {

error netlink_failure(int code, std::string_view object, std::string_view what) {
    exit_code exit = exit_code::failed;
    if (code == -NLE_NODEV || code == -NLE_OBJ_NOTFOUND)
        exit = exit_code::no_such;
    else if (code == -NLE_PERM || code == -NLE_NOACCESS)
        exit = exit_code::privilege;
    else if (code == -NLE_BUSY)
        exit = exit_code::busy;
    else if (code == -NLE_OPNOTSUPP)
        exit = exit_code::unsupported;
    return {exit, text(object, ": ", what, ": ", nl_geterror(code))};
}

void copy_address(rtnl_link* link, mac_address& to) {
    nl_addr* address = rtnl_link_get_addr(link);
    if (address && nl_addr_get_len(address) == to.size())
        std::copy_n(static_cast<const std::uint8_t*>(nl_addr_get_binary_addr(address)), to.size(), to.begin());
}

void copy_master(nl_sock* socket, rtnl_link* link, link_facts& to) {
    to.master = static_cast<std::uint32_t>(rtnl_link_get_master(link));
    rtnl_link* found = nullptr;
    if (!to.master || rtnl_link_get_kernel(socket, static_cast<int>(to.master), nullptr, &found))
        return;
    owned_link master(found);
    to.master_name = rtnl_link_get_name(master.get());
    if (const char* kind = rtnl_link_get_type(master.get()))
        to.master_kind = kind;
}

void copy_far_end(rtnl_link* link, link_facts& to) {
    if (to.kind != "veth")
        return;
    to.far_ifindex = static_cast<std::uint32_t>(rtnl_link_get_link(link));
    if (rtnl_link_get_link_netnsid(link, &to.far_nsid))
        to.far_nsid = -1;
}

} // namespace

void links::closer::operator()(nl_sock* socket) const {
    nl_socket_free(socket);
}

result<links> links::open() {
    links opened(nl_socket_alloc());
    if (!opened.socket_)
        return error{exit_code::failed, "netlink: out of memory"};
    if (int code = nl_connect(opened.socket_.get(), NETLINK_ROUTE); code < 0)
        return netlink_failure(code, "netlink", "cannot connect");
    return opened;
}

result<link_facts> links::by_name(const std::string& name) const {
    return get(0, name.c_str());
}

result<link_facts> links::by_index(std::uint32_t ifindex) const {
    return get(ifindex, nullptr);
}

result<link_facts> links::get(std::uint32_t ifindex, const char* name) const {
    std::string what = name ? name : text("interface ", ifindex);
    rtnl_link* found = nullptr;
    int code = rtnl_link_get_kernel(socket_.get(), static_cast<int>(ifindex), name, &found);
    if (code == -NLE_NODEV || code == -NLE_OBJ_NOTFOUND)
        return error{exit_code::no_such,
                     text(what, name ? ": no such interface; `ip link` lists them" : ": no such interface any more")};
    if (code < 0)
        return netlink_failure(code, what, "cannot ask for it");
    owned_link link(found);

    link_facts facts;
    facts.name = rtnl_link_get_name(link.get());
    facts.ifindex = static_cast<std::uint32_t>(rtnl_link_get_ifindex(link.get()));
    if (const char* kind = rtnl_link_get_type(link.get()))
        facts.kind = kind;
    const unsigned type = rtnl_link_get_arptype(link.get());
    facts.loopback = type == ARPHRD_LOOPBACK;
    facts.ethernet = type == ARPHRD_ETHER || type == ARPHRD_LOOPBACK;
    unsigned flags = rtnl_link_get_flags(link.get());
    facts.up = flags & IFF_UP;
    facts.carrier = flags & IFF_LOWER_UP;
    facts.mtu = rtnl_link_get_mtu(link.get());
    copy_address(link.get(), facts.address);
    facts.permanent = facts.address;
    copy_master(socket_.get(), link.get(), facts);
    copy_far_end(link.get(), facts);
    read_ethtool(facts);
    bpf_xdp_query_id(static_cast<int>(facts.ifindex), 0, &facts.xdp_program);
    if (auto seen = glance(facts.ifindex))
        facts.carrier_downs = seen->carrier_downs;
    return facts;
}

result<link_glance> links::glance(std::uint32_t ifindex) const {
    owned_message request(nlmsg_alloc_simple(RTM_GETLINK, 0));
    ifinfomsg head{};
    head.ifi_index = static_cast<int>(ifindex);
    if (!request || nlmsg_append(request.get(), &head, sizeof(head), NLMSG_ALIGNTO) < 0 ||
        nla_put_u32(request.get(), IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS) < 0)
        return error{exit_code::failed, "netlink: out of memory"};
    link_glance seen;
    const int code = exchange(
        socket_.get(), request.get(),
        [](nl_msg* answer, void* to) -> int {
            *static_cast<link_glance*>(to) = read_glance(nlmsg_hdr(answer));
            return NL_OK;
        },
        &seen);
    if (code < 0 && code != -NLE_NODEV && code != -NLE_OBJ_NOTFOUND)
        return netlink_failure(code, text("interface ", ifindex), "cannot ask for it");
    return seen;
}

result<void> links::add_host_facts(link_facts& link) const {
    if (int code = read_addresses(socket_.get(), link); code < 0)
        return netlink_failure(code, link.name, "cannot read its addresses");
    if (int code = read_default_route(socket_.get(), link); code < 0)
        return netlink_failure(code, link.name, "cannot read the routes");
    if (int code = read_stacked(socket_.get(), link); code < 0)
        return netlink_failure(code, link.name, "cannot read what lies on top of it");
    return {};
}

result<void> links::set_up(const link_facts& link, bool up) const {
    owned_link now(rtnl_link_alloc()), wanted(rtnl_link_alloc());
    if (!now || !wanted)
        return error{exit_code::failed, "netlink: out of memory"};
    rtnl_link_set_ifindex(now.get(), static_cast<int>(link.ifindex));
    if (up)
        rtnl_link_set_flags(wanted.get(), IFF_UP);
    else
        rtnl_link_unset_flags(wanted.get(), IFF_UP);
    if (int code = rtnl_link_change(socket_.get(), now.get(), wanted.get(), 0); code < 0)
        return netlink_failure(code, link.name, up ? "cannot set it up" : "cannot set it down");
    return {};
}

result<void> links::set_address(const link_facts& link, const mac_address& address) const {
    owned_link now(rtnl_link_alloc()), wanted(rtnl_link_alloc());
    owned_address hardware(nl_addr_build(AF_LLC, address.data(), address.size()));
    if (!now || !wanted || !hardware)
        return error{exit_code::failed, "netlink: out of memory"};
    rtnl_link_set_ifindex(now.get(), static_cast<int>(link.ifindex));
    rtnl_link_set_addr(wanted.get(), hardware.get());
    if (int code = rtnl_link_change(socket_.get(), now.get(), wanted.get(), 0); code < 0)
        return netlink_failure(code, link.name, text("cannot give it the address ", mac_text(address)));
    return {};
}

} // namespace xdpbond::control
