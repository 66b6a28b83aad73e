// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "max_mtu.hpp"

#include "netlink.hpp"

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/socket.h>

namespace xdpbond::control {

namespace {

int take(nl_msg* message, void* limit) {
    if (nlattr* found = nlmsg_find_attr(nlmsg_hdr(message), sizeof(ifinfomsg), IFLA_MAX_MTU))
        *static_cast<std::uint32_t*>(limit) = nla_get_u32(found);
    return NL_OK;
}

} // namespace

std::uint32_t read_max_mtu(std::uint32_t ifindex) {
    std::uint32_t limit = 0;
    owned_socket socket(nl_socket_alloc());
    owned_message request(nlmsg_alloc_simple(RTM_GETLINK, 0));
    ifinfomsg which{};
    which.ifi_index = static_cast<int>(ifindex);
    if (socket && request && nl_connect(socket.get(), NETLINK_ROUTE) == 0 &&
        nlmsg_append(request.get(), &which, sizeof(which), NLMSG_ALIGNTO) == 0)
        exchange(socket.get(), request.get(), take, &limit);
    return limit;
}

} // namespace xdpbond::control
