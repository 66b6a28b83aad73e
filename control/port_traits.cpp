// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "port_traits.hpp"

#include "ethtool.hpp"
#include "far_end.hpp"
#include "libbpf_options.hpp"
#include "sentence.hpp"
#include "xdp_features.hpp"

#include <xdpbond/control/links.hpp>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/if_link.h>

namespace xdpbond::control {

namespace {

bool has_native_program(std::uint32_t ifindex) {
    auto query = libbpf_options<bpf_xdp_query_opts>();
    return bpf_xdp_query(static_cast<int>(ifindex), 0, &query) == 0 && query.drv_prog_id != 0;
}

far_traits read_far_end(const link_facts& port) {
    far_traits far;
    if (!port.far_ifindex)
        return far;
    far.reach = far_traits::sight::hidden;
    far.ifindex = port.far_ifindex;
    auto there = find_far_netns(port);
    far.why = "its network namespace has no name and no process; give it one with `ip netns attach`";
    if (!there)
        return far;
    auto inside = there->enter();
    if (!inside)
        far.why = text("it is", there->where, ", and entering that takes CAP_SYS_ADMIN");
    auto net = links::open();
    auto cookie = netns_cookie();
    if (!inside || !net || !cookie)
        return far;
    auto link = net->by_index(port.far_ifindex);
    if (!link)
        return far;
    far.reach = far_traits::sight::seen;
    far.name = link->name;
    far.where = there->where;
    far.netns = *cookie;
    far.mtu = link->mtu;
    far.up = link->up;
    far.native_program = has_native_program(far.ifindex);
    if (net->add_host_facts(*link))
        far.has_address = !link->addresses.empty();
    far.tx_queues = read_queues(link->name).tx;
    if (auto features = read_features(link->name))
        far.features = *features;
    return far;
}

} // namespace

port_traits read_traits(const link_facts& port) {
    port_traits traits;
    traits.driver = read_driver(port.name);
    traits.xdp_features = read_xdp_features(port.ifindex);
    if (auto features = read_features(port.name))
        traits.features = *features;
    const auto queues = read_queues(port.name);
    traits.rx_queues = queues.rx;
    traits.tx_queues = queues.tx;
    traits.far = read_far_end(port);
    return traits;
}

} // namespace xdpbond::control
