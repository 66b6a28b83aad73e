// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "layers.hpp"

#include <algorithm>

namespace xdpbond::test {
namespace {

// A layer's bytes, written one field after another.
class writer {
public:
    writer& u8(unsigned value) {
        content_.push_back(static_cast<std::uint8_t>(value));
        return *this;
    }
    writer& be16(unsigned value) { return u8(value >> 8).u8(value); }
    writer& be32(std::uint32_t value) { return be16(value >> 16).be16(value); }
    writer& zeros(std::size_t count) {
        content_.resize(content_.size() + count);
        return *this;
    }
    template <class Bytes>
    writer& copy(const Bytes& from) {
        content_.insert(content_.end(), from.begin(), from.end());
        return *this;
    }
    operator bytes() const { return content_; }

private:
    bytes content_;
};

layer icmp_message(unsigned protocol, std::uint8_t type, std::uint8_t code, std::uint16_t id) {
    return {writer().u8(type).u8(code).be16(0).be16(id).be16(0), {.protocol = protocol}};
}

} // namespace

layer ethernet(const mac& destination, const mac& source, std::uint16_t type) {
    return {writer().copy(destination).copy(source).be16(type), {}, next_field::ethertype, 12};
}

layer vlan(std::uint16_t tci, std::uint16_t tpid) {
    return {writer().be16(tci).be16(0), {.ethertype = tpid}, next_field::ethertype, 2};
}

layer arp() {
    return {writer().be16(1).be16(XDPBOND_ETH_IPV4).zeros(24), {.ethertype = XDPBOND_ETH_ARP}};
}

layer mpls(std::uint32_t label) {
    return {writer().be32(label << 12 | 0x1ff), {.ethertype = XDPBOND_ETH_MPLS, .protocol = 137, .ppp = 0x0281}};
}

layer pppoe() {
    return {writer().u8(0x11).u8(0).be16(1).be16(0).be16(0), {.ethertype = 0x8864}, next_field::ppp, 6};
}

layer batman() {
    return {writer().u8(0x40).u8(15).zeros(22), {.ethertype = 0x4305}, next_field::ethertype, 22};
}

layer hsr() {
    return {writer().zeros(6), {.ethertype = 0x892f}, next_field::ethertype, 4};
}

layer tipc(std::uint32_t node) {
    return {writer().zeros(12).be32(node).zeros(8), {.ethertype = 0x88ca}};
}

layer trailer(std::uint16_t ethertype, std::size_t size) {
    return {bytes(size), {.ethertype = ethertype}};
}

layer ipv4(std::uint32_t source, std::uint32_t destination, std::size_t options, std::uint16_t fragment) {
    const auto words = static_cast<unsigned>(5 + options / 4);
    return {
        writer().u8(0x40 | words).zeros(5).be16(fragment).u8(64).zeros(3).be32(source).be32(destination).zeros(options),
        {.ethertype = XDPBOND_ETH_IPV4, .protocol = 4, .ppp = 0x0021},
        next_field::protocol,
        9};
}

layer ipv6(const ipv6_address& source, const ipv6_address& destination) {
    return {writer().u8(0x60).zeros(6).u8(64).copy(source).copy(destination),
            {.ethertype = XDPBOND_ETH_IPV6, .protocol = 41, .ppp = 0x0057},
            next_field::protocol,
            6};
}

layer ipv6_extension(std::uint8_t protocol, std::size_t size) {
    return {writer().u8(0).u8(static_cast<unsigned>(size / 8 - 1)).zeros(size - 2),
            {.protocol = protocol},
            next_field::protocol,
            0};
}

layer ipv6_fragment(std::uint16_t offset_and_more) {
    return {writer().be16(0).be16(offset_and_more).be32(1), {.protocol = 44}, next_field::protocol, 0};
}

layer gre(std::uint16_t flags) {
    writer content;
    content.be16(flags).be16(0);
    for (const unsigned field : {0x8000u, 0x2000u, 0x1000u, 0x0080u})
        content.zeros(flags & field ? 4 : 0);
    if ((flags & 7) == 0)
        return {content, {.protocol = 47}, next_field::ethertype, 2};
    bytes pptp = content;
    pptp[2] = 0x88;
    pptp[3] = 0x0b;
    const std::size_t ppp = pptp.size(); // address, control, protocol
    pptp.insert(pptp.end(), {0xff, 0x03, 0, 0});
    return {pptp, {.protocol = 47}, next_field::ppp, ppp + 2};
}

layer ports(std::uint8_t protocol, std::uint16_t source, std::uint16_t destination, std::size_t size) {
    return {writer().be16(source).be16(destination).zeros(std::max<std::size_t>(size, 4) - 4), {.protocol = protocol}};
}

layer tcp(std::uint16_t source, std::uint16_t destination) {
    return ports(6, source, destination, 20);
}
layer udp(std::uint16_t source, std::uint16_t destination) {
    return ports(17, source, destination, 8);
}
layer esp(std::uint32_t spi) {
    return {writer().be32(spi).zeros(20), {.protocol = 50}};
}
layer ah(std::uint32_t spi) {
    return {writer().be32(0).be32(spi).zeros(16), {.protocol = 51}};
}

layer icmp(std::uint8_t type, std::uint8_t code, std::uint16_t id) {
    return icmp_message(1, type, code, id);
}
layer icmpv6(std::uint8_t type, std::uint8_t code, std::uint16_t id) {
    return icmp_message(58, type, code, id);
}
layer igmp() {
    return {writer().u8(0x16).zeros(7), {.protocol = 2}};
}

layer payload(std::size_t size) {
    return {bytes(size), {}};
}

} // namespace xdpbond::test
