// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "xdp_features.hpp"

#include "netlink.hpp"

#include <linux/genetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <netlink/socket.h>

namespace xdpbond::control {

namespace {

// linux/netdev.h, which distributions' headers before 6.3 do not have.
constexpr int netdev_cmd_dev_get = 1;
constexpr int netdev_a_dev_ifindex = 1;
constexpr int netdev_a_dev_xdp_features = 3;

// One attribute of an answer.
struct wanted {
    int attribute;
    std::optional<std::uint64_t> value{};
};

int take(nl_msg* message, void* context) {
    auto& what = *static_cast<wanted*>(context);
    nlattr* found = nlmsg_find_attr(nlmsg_hdr(message), GENL_HDRLEN, what.attribute);
    if (found && nla_len(found) >= 8)
        what.value = nla_get_u64(found);
    else if (found && nla_len(found) >= 2)
        what.value = nla_get_u16(found);
    return NL_OK;
}

// Asks one question of a generic netlink family; `put` adds its one attribute.
template <class Put>
std::optional<std::uint64_t> ask(nl_sock* socket, int family, std::uint8_t command, int attribute, Put put) {
    owned_message request(nlmsg_alloc_simple(family, 0));
    genlmsghdr header{command, 1, 0};
    wanted what{attribute};
    if (!request || nlmsg_append(request.get(), &header, sizeof(header), NLMSG_ALIGNTO) < 0 || put(request.get()) < 0 ||
        exchange(socket, request.get(), take, &what) < 0)
        return {};
    return what.value;
}

} // namespace

std::optional<std::uint64_t> read_xdp_features(std::uint32_t ifindex) {
    owned_socket socket(nl_socket_alloc());
    if (!socket || nl_connect(socket.get(), NETLINK_GENERIC) < 0)
        return {};
    auto family = ask(socket.get(), GENL_ID_CTRL, CTRL_CMD_GETFAMILY, CTRL_ATTR_FAMILY_ID,
                      [](nl_msg* request) { return nla_put_string(request, CTRL_ATTR_FAMILY_NAME, "netdev"); });
    if (!family)
        return {};
    return ask(socket.get(), static_cast<int>(*family), netdev_cmd_dev_get, netdev_a_dev_xdp_features,
               [ifindex](nl_msg* request) { return nla_put_u32(request, netdev_a_dev_ifindex, ifindex); });
}

answer takes_redirected_frames(std::uint32_t ifindex) {
    const auto features = read_xdp_features(ifindex);
    if (!features)
        return answer::unknown;
    return *features & xdp_ndo_xmit ? answer::yes : answer::no;
}

} // namespace xdpbond::control
