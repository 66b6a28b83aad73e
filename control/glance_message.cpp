// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "glance_message.hpp"

#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

#include <algorithm>
#include <array>

namespace xdpbond::control {

link_glance read_glance(nlmsghdr* message) {
    link_glance seen;
    std::array<nlattr*, IFLA_MAX + 1> attributes{};
    if ((message->nlmsg_type != RTM_NEWLINK && message->nlmsg_type != RTM_DELLINK) ||
        nlmsg_parse(message, sizeof(ifinfomsg), attributes.data(), IFLA_MAX, nullptr) < 0)
        return seen;
    const auto* head = static_cast<const ifinfomsg*>(nlmsg_data(message));
    const auto number = [&attributes](int which) -> std::uint32_t {
        const nlattr* attribute = attributes[static_cast<std::size_t>(which)];
        return attribute && nla_len(attribute) >= 4 ? nla_get_u32(attribute) : 0;
    };
    seen.ifindex = static_cast<std::uint32_t>(head->ifi_index);
    seen.up = head->ifi_flags & IFF_UP;
    seen.carrier = head->ifi_flags & IFF_LOWER_UP;
    if (attributes[IFLA_IFNAME])
        seen.name = nla_get_string(attributes[IFLA_IFNAME]);
    seen.carrier_downs = number(IFLA_CARRIER_DOWN_COUNT);
    seen.carrier_ups = number(IFLA_CARRIER_UP_COUNT);
    seen.mtu = number(IFLA_MTU);
    seen.master = number(IFLA_MASTER);
    if (nlattr* address = attributes[IFLA_ADDRESS]; address && nla_len(address) == int{sizeof(seen.address)})
        std::copy_n(static_cast<const std::uint8_t*>(nla_data(address)), seen.address.size(), seen.address.begin());
    std::array<nlattr*, IFLA_XDP_MAX + 1> xdp{};
    if (attributes[IFLA_XDP] && nla_parse_nested(xdp.data(), IFLA_XDP_MAX, attributes[IFLA_XDP], nullptr) == 0 &&
        xdp[IFLA_XDP_PROG_ID])
        seen.xdp_program = nla_get_u32(xdp[IFLA_XDP_PROG_ID]);
    return seen;
}

} // namespace xdpbond::control
