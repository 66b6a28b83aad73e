// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "random_frames.hpp"

#include "layers.hpp"

#include <algorithm>

namespace xdpbond::test {
namespace {

constexpr std::uint32_t smallest = 14, largest = 200;

std::uint16_t u16(random_frames& random) {
    return static_cast<std::uint16_t>(random.below(0x10000));
}

template <class Address>
Address address(random_frames& random) {
    Address result{};
    for (auto& byte : result)
        byte = static_cast<std::uint8_t>(random.below(256));
    return result;
}

layer ip(random_frames& random) {
    if (random.below(2))
        return ipv6(address<ipv6_address>(random), address<ipv6_address>(random));
    const std::uint16_t fragment = random.below(6) ? 0x4000 : u16(random);
    return ipv4(random.below(~0u), random.below(~0u), random.below(6) ? 0 : random.below(11) * 4, fragment);
}

// Something that an ethertype announces.
layer behind_link(random_frames& random) {
    constexpr std::uint16_t ends[] = {0x8035, 0x88cc, 0x88f7, 0x8906, 0x8809, 0x0600, 0x86de, 0x8902};
    switch (random.below(14)) {
    case 0:
    case 1:
        return vlan(u16(random), random.below(2) ? XDPBOND_ETH_VLAN : XDPBOND_ETH_QINQ);
    case 2:
        return pppoe();
    case 3:
        return batman();
    case 4:
        return hsr();
    case 5:
        return mpls(random.below(1u << 20));
    case 6:
        return arp();
    case 7:
        return tipc(random.below(~0u));
    case 8:
        return trailer(ends[random.below(std::size(ends))], random.below(60));
    default:
        return ip(random);
    }
}

// Something that an IP protocol number announces.
layer behind_ip(random_frames& random) {
    constexpr std::uint8_t transports[] = {6, 17, 33, 132, 136, 6, 17, 253};
    constexpr std::uint8_t extensions[] = {0, 43, 60};
    constexpr std::uint8_t icmp_types[] = {0, 3, 4, 5, 8, 11, 12, 13, 14, 1, 2, 128, 129, 133, 135, 136};
    switch (random.below(12)) {
    case 0:
        return ip(random);
    case 1:
        return gre(static_cast<std::uint16_t>(random.below(4) ? (u16(random) & 0xb000) : (u16(random) & 0xf087)));
    case 2:
        return gre(0x3001); // PPTP
    case 3:
        return ipv6_extension(extensions[random.below(3)], 8 + 8 * random.below(4));
    case 4:
        return ipv6_fragment(u16(random));
    case 5:
        return icmp(icmp_types[random.below(std::size(icmp_types))], 0,
                    random.below(4) ? u16(random) : std::uint16_t{0});
    case 6:
        return icmpv6(icmp_types[random.below(std::size(icmp_types))], 0, u16(random));
    case 7:
        return random.below(2) ? esp(random.below(~0u)) : ah(random.below(~0u));
    default:
        return ports(transports[random.below(std::size(transports))], u16(random), u16(random), 8 + random.below(13));
    }
}

} // namespace

bytes random_frames::next() {
    packet frame = ethernet(address<mac>(*this), address<mac>(*this), u16(*this));
    for (std::uint32_t layers = below(9); layers > 0; --layers) {
        const bool link = frame.next == next_field::ethertype || frame.next == next_field::ppp;
        frame = frame / (link ? behind_link(*this) : behind_ip(*this));
    }
    bytes result = frame / payload(below(40));
    result.resize(std::clamp<std::size_t>(below(3) ? result.size() : below(largest), smallest, largest));
    if (below(3) == 0)
        for (std::uint32_t changes = below(4); changes > 0; --changes)
            result[below(static_cast<std::uint32_t>(result.size()))] = static_cast<std::uint8_t>(below(256));
    return result;
}

} // namespace xdpbond::test
