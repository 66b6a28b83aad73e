// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "mtu.hpp"

#include "sentence.hpp"

#include <algorithm>

namespace xdpbond::control {

std::string unequal_mtus(std::span<const link_facts> ports) {
    if (ports.empty())
        return "";
    const auto least = std::ranges::min_element(ports, {}, &link_facts::mtu);
    const auto most = std::ranges::max_element(ports, {}, &link_facts::mtu);
    if (least->mtu == most->mtu)
        return "";
    return text("mtu ", most->mtu, " at ", most->name, " and ", least->mtu, " at ", least->name,
                ": longer frames that are to leave through ", least->name, " get lost; give all the same");
}

void warn_of_mtus(std::span<const link_facts> ports, report& done) {
    if (const auto words = unequal_mtus(ports); !words.empty())
        done.push_back(text("warning: ", words));
}

std::vector<link_facts> ports_of(const place& here, const xdpbond_config& config) {
    std::vector<link_facts> ports;
    const auto add = [&](const xdpbond_config_slave& slave) {
        if (auto port = here.net.by_index(slave.ifindex))
            ports.push_back(*std::move(port));
    };
    for (__u32 i = 0; i < config.slaves; i++)
        add(config.slave[i]);
    if (config.peer.name[0])
        add(config.peer);
    return ports;
}

} // namespace xdpbond::control
