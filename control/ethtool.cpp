// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "ethtool.hpp"

#include <xdpbond/control/fd.hpp>

#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace xdpbond::control {

namespace {

bool ask(int socket, const std::string& name, void* command) {
    ifreq request{};
    std::strncpy(request.ifr_name, name.c_str(), sizeof(request.ifr_name) - 1);
    request.ifr_data = command;
    return ioctl(socket, SIOCETHTOOL, &request) == 0;
}

// An ethtool structure with room behind it for what the kernel appends.
template <class Head, std::size_t Room>
struct answer {
    alignas(Head) std::uint8_t bytes[sizeof(Head) + Room]{};
    Head& head() { return *reinterpret_cast<Head*>(bytes); }
    const std::uint8_t* rest() const { return bytes + sizeof(Head); }
};

void read_speed(int socket, link_facts& facts) {
    constexpr std::size_t words = 127, most = 3 * words * sizeof(__u32); // three masks of link modes
    answer<ethtool_link_settings, most> question;
    question.head().cmd = ETHTOOL_GLINKSETTINGS;
    // The first call tells how many words a mask has, as a negative number.
    if (!ask(socket, facts.name, question.bytes) || question.head().link_mode_masks_nwords >= 0)
        return;
    answer<ethtool_link_settings, most> settings;
    settings.head().cmd = ETHTOOL_GLINKSETTINGS;
    settings.head().link_mode_masks_nwords = static_cast<__s8>(-question.head().link_mode_masks_nwords);
    if (!ask(socket, facts.name, settings.bytes) || settings.head().speed == static_cast<__u32>(SPEED_UNKNOWN))
        return;
    facts.speed = settings.head().speed;
    facts.full_duplex = settings.head().duplex == DUPLEX_FULL;
}

void read_permanent_address(int socket, link_facts& facts) {
    answer<ethtool_perm_addr, 32> permanent;
    permanent.head().cmd = ETHTOOL_GPERMADDR;
    permanent.head().size = 32;
    const std::size_t size = facts.permanent.size();
    if (!ask(socket, facts.name, permanent.bytes) || permanent.head().size != size)
        return;
    // All zero: the driver has none.
    if (std::any_of(permanent.rest(), permanent.rest() + size, [](std::uint8_t byte) { return byte != 0; }))
        std::copy_n(permanent.rest(), size, facts.permanent.begin());
}

} // namespace

void read_ethtool(link_facts& facts) {
    unique_fd any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!any)
        return;
    read_speed(any.get(), facts);
    read_permanent_address(any.get(), facts);
}

std::string read_driver(const std::string& name) {
    unique_fd any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ethtool_drvinfo info{};
    info.cmd = ETHTOOL_GDRVINFO;
    return any && ask(any.get(), name, &info) ? std::string(info.driver, strnlen(info.driver, sizeof(info.driver)))
                                              : "";
}

queue_counts read_queues(const std::string& name) {
    unique_fd any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ethtool_channels channels{};
    channels.cmd = ETHTOOL_GCHANNELS;
    if (!any || !ask(any.get(), name, &channels))
        return {};
    return {channels.rx_count + channels.combined_count, channels.tx_count + channels.combined_count};
}

} // namespace xdpbond::control
