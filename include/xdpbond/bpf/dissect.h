// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What layer2+3 and layer3+4 take from a frame: the outermost IP header, its ports, and what an ICMP error quotes.
//
// As the kernel's bonding driver: IPv6 extension headers, VLAN tags and tunnels are not looked behind, an IPv4
// header's version and minimum length are not checked, any IPv4 fragment has no ports.

#include "parse.h"

/* What the hash is made of. All zero: nothing found. */
struct xdpbond_flow {
	__u32 addresses; /* source ^ destination, as they lie in the frame; IPv6: their words xored */
	__u32 ports;	 /* both ports, an SPI, or xdpbond_icmp_key(); 0 where there is none */
};

/* How far behind the start of a transport header its ports or SPI are; -1: this protocol has none. */
XDPBOND_CONSTEXPR int xdpbond_ports_offset(__u32 protocol)
{
	switch (protocol) {
	case XDPBOND_IP_TCP:
	case XDPBOND_IP_UDP:
	case XDPBOND_IP_DCCP:
	case XDPBOND_IP_ESP:
	case XDPBOND_IP_SCTP:
	case XDPBOND_IP_UDPLITE:
		return 0;
	case XDPBOND_IP_AH:
		return 4;
	default:
		return -1;
	}
}

/* ICMP and ICMPv6 types that carry an identifier; one set for both. */
XDPBOND_CONSTEXPR bool xdpbond_icmp_has_id(__u32 type)
{
	return type == 0 || type == 8 || type == 13 || type == 14 || type == 128 || type == 129;
}

/* Types whose message quotes the packet that caused it. */
XDPBOND_CONSTEXPR bool xdpbond_icmp_is_error(__u32 protocol, __u32 type)
{
	if (protocol == XDPBOND_IP_ICMP)
		return type == 3 || type == 4 || type == 5 || type == 11 || type == 12;
	return type >= 1 && type <= 4;
}

/* What stands for the ports of an ICMP message; 0 where it has no identifier. An identifier of 0 counts as 1. */
XDPBOND_CONSTEXPR __u32 xdpbond_icmp_key(__u32 type, __u32 code, __u32 id)
{
	return xdpbond_icmp_has_id(type) ? type | code << 8 | (id ? id : 1) << 16 : 0;
}

/* Ports of the transport header at `offset`; 0 where the protocol or the frame has none. */
XDPBOND_FN __u32 xdpbond_ports(struct xdpbond_frame frame, __u32 offset, __u32 protocol)
{
	const __u8 *p;

	if (XDPBOND_UNLIKELY(protocol != XDPBOND_IP_UDP && protocol != XDPBOND_IP_TCP)) {
		int behind = xdpbond_ports_offset(protocol);

		if (behind < 0)
			return 0;
		offset += (__u32)behind;
	}
	p = xdpbond_at(frame, offset, 4);
	return p ? xdpbond_u32(p) : 0;
}

/* Source ^ destination of the IPv4 or IPv6 header at p, which has its 20 or 40 bytes. */
XDPBOND_FN __u32 xdpbond_ipv4_addresses(const __u8 *p)
{
	return xdpbond_u32(p + 12) ^ xdpbond_u32(p + 16);
}

XDPBOND_FN __u32 xdpbond_ipv6_addresses(const __u8 *p)
{
	return xdpbond_u32(p + 8) ^ xdpbond_u32(p + 12) ^ xdpbond_u32(p + 16) ^ xdpbond_u32(p + 20) ^
	       xdpbond_u32(p + 24) ^ xdpbond_u32(p + 28) ^ xdpbond_u32(p + 32) ^ xdpbond_u32(p + 36);
}

XDPBOND_FN bool xdpbond_ipv4_is_fragment(const __u8 *p)
{
	return xdpbond_be16(p + 6) & 0x3fff; /* more fragments, or an offset */
}

/* Where the reading of a chain of headers has come to. */
struct xdpbond_cursor {
	__u32 offset;	/* of the next header */
	__u32 protocol; /* of the next header; 0: not known */
};

/*
 * Reads the IP header at cursor->offset: its addresses, and the ports behind it where they are wanted.
 * Leaves the cursor behind the header; a fragment leaves cursor->protocol as it was.
 * False: not IP, or cut short.
 */
XDPBOND_FN bool xdpbond_dissect_ip(struct xdpbond_frame frame, __u32 ethertype, bool ports,
				   struct xdpbond_cursor *cursor, struct xdpbond_flow *flow)
{
	const __u8 *p;

	if (XDPBOND_LIKELY(ethertype == XDPBOND_ETH_IPV4)) {
		p = xdpbond_at(frame, cursor->offset, 20);
		if (!p)
			return false;
		flow->addresses = xdpbond_ipv4_addresses(p);
		cursor->offset += (p[0] & 15u) * 4;
		if (!xdpbond_ipv4_is_fragment(p))
			cursor->protocol = p[9];
	} else if (ethertype == XDPBOND_ETH_IPV6) {
		p = xdpbond_at(frame, cursor->offset, 40);
		if (!p)
			return false;
		flow->addresses = xdpbond_ipv6_addresses(p);
		cursor->offset += 40;
		cursor->protocol = p[6];
	} else {
		return false;
	}
	flow->ports = ports ? xdpbond_ports(frame, cursor->offset, cursor->protocol) : 0;
	return true;
}

/* Fills `flow` for layer2+3 (ports not wanted) or layer3+4. False: the frame has no such flow, its MACs decide. */
XDPBOND_FN bool xdpbond_dissect(struct xdpbond_frame frame, __u32 ethertype, bool ports, struct xdpbond_flow *flow)
{
	struct xdpbond_cursor cursor = {XDPBOND_ETH_SIZE, 0};
	const __u8 *icmp;

	if (!xdpbond_dissect_ip(frame, ethertype, ports, &cursor, flow))
		return false;
	if (XDPBOND_LIKELY(cursor.protocol != XDPBOND_IP_ICMP && cursor.protocol != XDPBOND_IP_ICMPV6))
		return true;

	icmp = xdpbond_at(frame, cursor.offset, 8);
	if (!icmp)
		return true;
	if (!xdpbond_icmp_is_error(cursor.protocol, icmp[0])) {
		flow->ports = xdpbond_icmp_key(icmp[0], icmp[1], xdpbond_be16(icmp + 4));
		return true;
	}
	/* The quoted header is read as what the outer one is, and once only. */
	cursor.offset += 8;
	return xdpbond_dissect_ip(frame, ethertype, ports, &cursor, flow);
}
