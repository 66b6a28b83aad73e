// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host_facts.hpp"

#include "netlink.hpp"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <netlink/route/addr.h>
#include <netlink/route/link.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string_view>

namespace xdpbond::control {

namespace {

// Called for each route that leaves through the interface asked for.
int see_route(nl_msg* message, void* found) {
    const auto* route = static_cast<const rtmsg*>(nlmsg_data(nlmsg_hdr(message)));
    if (route->rtm_dst_len == 0 && route->rtm_type == RTN_UNICAST)
        *static_cast<bool*>(found) = true;
    return NL_OK;
}

// Asks for the routes of one family through one interface; the kernel does the filtering.
int read_routes(nl_sock* socket, unsigned char family, link_facts& facts) {
    owned_message request(nlmsg_alloc_simple(RTM_GETROUTE, NLM_F_DUMP));
    owned_callbacks callbacks(nl_cb_alloc(NL_CB_DEFAULT));
    if (!request || !callbacks)
        return -NLE_NOMEM;
    rtmsg filter{};
    filter.rtm_family = family;
    if (int code = nlmsg_append(request.get(), &filter, sizeof(filter), NLMSG_ALIGNTO); code < 0)
        return code;
    if (int code = nla_put_u32(request.get(), RTA_OIF, facts.ifindex); code < 0)
        return code;
    if (int code = nl_send_auto(socket, request.get()); code < 0)
        return code;
    nl_cb_set(callbacks.get(), NL_CB_VALID, NL_CB_CUSTOM, see_route, &facts.default_route);
    return nl_recvmsgs(socket, callbacks.get());
}

} // namespace

int read_addresses(nl_sock* socket, link_facts& facts) {
    nl_cache* filled = nullptr;
    if (int code = rtnl_addr_alloc_cache(socket, &filled); code < 0)
        return code;
    owned_cache cache(filled);
    for (nl_object* it = nl_cache_get_first(cache.get()); it; it = nl_cache_get_next(it)) {
        auto* address = reinterpret_cast<rtnl_addr*>(it);
        int family = rtnl_addr_get_family(address);
        if (rtnl_addr_get_ifindex(address) != static_cast<int>(facts.ifindex) ||
            (family == AF_INET6 && rtnl_addr_get_scope(address) == RT_SCOPE_LINK))
            continue;
        char words[64];
        std::string shown = nl_addr2str(rtnl_addr_get_local(address), words, sizeof(words));
        if (shown.find('/') == std::string::npos)
            shown += "/" + std::to_string(rtnl_addr_get_prefixlen(address));
        facts.addresses.push_back(shown);
    }
    return 0;
}

int read_default_route(nl_sock* socket, link_facts& facts) {
    int strict = 1;
    if (setsockopt(nl_socket_get_fd(socket), SOL_NETLINK, NETLINK_GET_STRICT_CHK, &strict, sizeof(strict)))
        return -NLE_OPNOTSUPP;
    int code = read_routes(socket, AF_INET, facts);
    // A kernel without IPv6 would answer with all other families' routes.
    if (code >= 0 && access("/proc/thread-self/net/if_inet6", F_OK) == 0)
        code = read_routes(socket, AF_INET6, facts);
    strict = 0;
    setsockopt(nl_socket_get_fd(socket), SOL_NETLINK, NETLINK_GET_STRICT_CHK, &strict, sizeof(strict));
    return code;
}

int read_stacked(nl_sock* socket, link_facts& facts) {
    nl_cache* filled = nullptr;
    if (int code = rtnl_link_alloc_cache(socket, AF_UNSPEC, &filled); code < 0)
        return code;
    owned_cache cache(filled);
    for (nl_object* it = nl_cache_get_first(cache.get()); it; it = nl_cache_get_next(it)) {
        auto* link = reinterpret_cast<rtnl_link*>(it);
        const char* kind = rtnl_link_get_type(link);
        std::int32_t elsewhere = 0;
        // A veth names its far end, a link from another namespace an ifindex of that one.
        if (rtnl_link_get_link(link) != static_cast<int>(facts.ifindex) || (kind && std::string_view(kind) == "veth") ||
            rtnl_link_get_link_netnsid(link, &elsewhere) == 0)
            continue;
        link_facts upper;
        upper.ifindex = static_cast<std::uint32_t>(rtnl_link_get_ifindex(link));
        int code = read_addresses(socket, upper);
        if (code >= 0)
            code = read_default_route(socket, upper);
        if (code < 0)
            return code;
        if (!upper.addresses.empty() || upper.default_route) {
            facts.carries = rtnl_link_get_name(link);
            return 0;
        }
    }
    return 0;
}

} // namespace xdpbond::control
