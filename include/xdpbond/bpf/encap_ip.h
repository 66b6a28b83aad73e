// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// One step of an encap2+3 or encap3+4 dissection: a header that an IP protocol number announces.

#include "encap_state.h"

/* IP protocols that only this dissection knows. */
enum xdpbond_encap_protocol {
	XDPBOND_IP_HOP_BY_HOP = 0,
	XDPBOND_IP_IPIP = 4,
	XDPBOND_IP_IPV6 = 41,
	XDPBOND_IP_ROUTING = 43,
	XDPBOND_IP_FRAGMENT = 44,
	XDPBOND_IP_GRE = 47,
	XDPBOND_IP_DESTINATION = 60,
	XDPBOND_IP_MPLS = 137,
};

/* Flags and protocols of a GRE header, host byte order. */
enum xdpbond_gre {
	XDPBOND_GRE_CHECKSUM = 0x8000,
	XDPBOND_GRE_ROUTING = 0x4000,
	XDPBOND_GRE_KEY = 0x2000,
	XDPBOND_GRE_SEQUENCE = 0x1000,
	XDPBOND_GRE_ACKNOWLEDGE = 0x0080,
	XDPBOND_GRE_VERSION = 0x0007,
	XDPBOND_GRE_ETHERNET = 0x6558,
	XDPBOND_GRE_PPP = 0x880b,
};

/* Behind a GRE version 0 header: what its protocol field says, or the payload of an Ethernet frame. */
XDPBOND_FN enum xdpbond_step xdpbond_gre_0(struct xdpbond_frame frame, struct xdpbond_encap *at, __u32 protocol,
					   __u32 size)
{
	const __u8 *p;

	if (protocol != XDPBOND_GRE_ETHERNET)
		return xdpbond_encap_ethertype(at, protocol, size);
	p = xdpbond_at(frame, at->offset + size, XDPBOND_ETH_SIZE);
	if (!p)
		return XDPBOND_STEP_FAIL;
	return xdpbond_encap_ethertype(at, xdpbond_be16(p + 12), size + XDPBOND_ETH_SIZE);
}

/* Behind a GRE version 1 (PPTP) header: PPP with address and control bytes. */
XDPBOND_FN enum xdpbond_step xdpbond_gre_1(struct xdpbond_frame frame, struct xdpbond_encap *at, __u32 size)
{
	const __u8 *p = xdpbond_at(frame, at->offset + size, 4);
	__u32 protocol;

	if (!p)
		return XDPBOND_STEP_FAIL;
	protocol = xdpbond_be16(p + 2);
	if (protocol == XDPBOND_PPP_IPV4)
		return xdpbond_encap_ethertype(at, XDPBOND_ETH_IPV4, size + 4);
	if (protocol == XDPBOND_PPP_IPV6)
		return xdpbond_encap_ethertype(at, XDPBOND_ETH_IPV6, size + 4);
	return XDPBOND_STEP_FAIL;
}

/* A GRE header. Source routing and unknown versions end the dissection well. */
XDPBOND_FN enum xdpbond_step xdpbond_ip_gre(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	const __u8 *p = xdpbond_at(frame, at->offset, 4);
	__u32 flags, version, protocol, size = 4;

	if (!p)
		return XDPBOND_STEP_FAIL;
	flags = xdpbond_be16(p);
	version = flags & XDPBOND_GRE_VERSION;
	protocol = xdpbond_be16(p + 2);
	if (flags & XDPBOND_GRE_ROUTING || version > 1)
		return XDPBOND_STEP_DONE;
	if (version == 1 && !(protocol == XDPBOND_GRE_PPP && flags & XDPBOND_GRE_KEY))
		return XDPBOND_STEP_DONE;

	if (flags & XDPBOND_GRE_CHECKSUM)
		size += 4;
	if (flags & XDPBOND_GRE_KEY) {
		if (!xdpbond_at(frame, at->offset + size, 4))
			return XDPBOND_STEP_FAIL;
		size += 4;
	}
	if (flags & XDPBOND_GRE_SEQUENCE)
		size += 4;
	if (version == 0)
		return xdpbond_gre_0(frame, at, protocol, size);
	if (flags & XDPBOND_GRE_ACKNOWLEDGE)
		size += 4;
	return xdpbond_gre_1(frame, at, size);
}

/* An IPv6 extension header with a length of its own. */
XDPBOND_FN enum xdpbond_step xdpbond_ip_extension(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	const __u8 *p = xdpbond_at(frame, at->offset, 2);

	if (!p)
		return XDPBOND_STEP_FAIL;
	at->protocol = p[0];
	at->offset += (p[1] + 1u) * 8;
	at->flow.ports = xdpbond_ports(frame, at->offset, at->protocol);
	return XDPBOND_STEP_AGAIN;
}

/* The header that at->protocol announces. */
XDPBOND_FN enum xdpbond_step xdpbond_ip_step(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	const bool ipv6 = at->ethertype == XDPBOND_ETH_IPV6;
	const __u8 *p;

	switch (at->protocol) {
	case XDPBOND_IP_GRE:
		return xdpbond_ip_gre(frame, at);
	case XDPBOND_IP_IPIP:
		return xdpbond_encap_ethertype(at, XDPBOND_ETH_IPV4, 0);
	case XDPBOND_IP_IPV6:
		return xdpbond_encap_ethertype(at, XDPBOND_ETH_IPV6, 0);
	case XDPBOND_IP_MPLS:
		return XDPBOND_STEP_DONE;
	case XDPBOND_IP_HOP_BY_HOP:
	case XDPBOND_IP_ROUTING:
	case XDPBOND_IP_DESTINATION:
		return ipv6 ? xdpbond_ip_extension(frame, at) : XDPBOND_STEP_DONE;
	case XDPBOND_IP_FRAGMENT: /* no ports, even in the first fragment or an only one */
		return !ipv6 || xdpbond_at(frame, at->offset, 8) ? XDPBOND_STEP_DONE : XDPBOND_STEP_FAIL;
	case XDPBOND_IP_ICMP:
	case XDPBOND_IP_ICMPV6:
		p = xdpbond_at(frame, at->offset, 8);
		if (p)
			at->flow.ports = xdpbond_icmp_key(p[0], p[1], xdpbond_be16(p + 4));
		return XDPBOND_STEP_DONE;
	default:
		at->flow.ports = xdpbond_ports(frame, at->offset, at->protocol);
		return XDPBOND_STEP_DONE;
	}
}
