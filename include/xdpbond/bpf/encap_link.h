// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// One step of an encap2+3 or encap3+4 dissection: a header that an ethertype announces.

#include "encap_state.h"

/* Ethertypes that only this dissection knows. */
enum xdpbond_link_ethertype {
	XDPBOND_ETH_BATMAN = 0x4305,
	XDPBOND_ETH_PPPOE = 0x8864,
	XDPBOND_ETH_TIPC = 0x88ca,
	XDPBOND_ETH_PTP = 0x88f7,
	XDPBOND_ETH_PRP = 0x88fb,
	XDPBOND_ETH_FCOE = 0x8906,
	XDPBOND_ETH_HSR = 0x892f,
};

/* A header of `size` bytes whose ethertype of what follows lies at its byte `type`. */
XDPBOND_FN enum xdpbond_step xdpbond_link_skip(struct xdpbond_frame frame, struct xdpbond_encap *at, __u32 type,
					       __u32 size)
{
	const __u8 *p = xdpbond_at(frame, at->offset, size);

	return p ? xdpbond_encap_ethertype(at, xdpbond_be16(p + type), size) : XDPBOND_STEP_FAIL;
}

/* A header of `size` bytes, none of which is read; the dissection ends well. */
XDPBOND_FN enum xdpbond_step xdpbond_link_end(struct xdpbond_frame frame, const struct xdpbond_encap *at, __u32 size)
{
	return xdpbond_at(frame, at->offset, size) ? XDPBOND_STEP_DONE : XDPBOND_STEP_FAIL;
}

/* The addresses of an IP header; on to the protocol in it, unless it is a fragment. */
XDPBOND_FN enum xdpbond_step xdpbond_link_ip(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	const __u8 *p;

	if (at->ethertype == XDPBOND_ETH_IPV6) {
		p = xdpbond_at(frame, at->offset, 40);
		if (!p)
			return XDPBOND_STEP_FAIL;
		at->flow.addresses = xdpbond_ipv6_addresses(p);
		at->protocol = p[6];
		at->offset += 40;
		return XDPBOND_STEP_AGAIN;
	}
	p = xdpbond_at(frame, at->offset, 20);
	if (!p || (p[0] & 15) < 5)
		return XDPBOND_STEP_FAIL;
	at->flow.addresses = xdpbond_ipv4_addresses(p);
	at->protocol = p[9];
	at->offset += (p[0] & 15u) * 4;
	return xdpbond_ipv4_is_fragment(p) ? XDPBOND_STEP_DONE : XDPBOND_STEP_AGAIN;
}

/* A PPPoE session and the PPP protocol in it, two bytes and uncompressed. */
XDPBOND_FN enum xdpbond_step xdpbond_link_pppoe(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	const __u8 *p = xdpbond_at(frame, at->offset, 8);
	__u32 protocol;

	if (!p || p[0] != 0x11 || p[1] != 0) /* version and type 1, code 0 */
		return XDPBOND_STEP_FAIL;
	protocol = xdpbond_be16(p + 6);
	switch (protocol) {
	case XDPBOND_PPP_IPV4:
		return xdpbond_encap_ethertype(at, XDPBOND_ETH_IPV4, 8);
	case XDPBOND_PPP_IPV6:
		return xdpbond_encap_ethertype(at, XDPBOND_ETH_IPV6, 8);
	default: /* MPLS among them: a valid protocol number has an even first and an odd second byte */
		return (protocol & 0x0101) == 0x0001 ? XDPBOND_STEP_DONE : XDPBOND_STEP_FAIL;
	}
}

/* A batman-adv unicast packet, compatibility version 15, with an Ethernet frame in it. */
XDPBOND_FN enum xdpbond_step xdpbond_link_batman(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	const __u8 *p = xdpbond_at(frame, at->offset, 24);

	if (!p || p[0] != 0x40 || p[1] != 15)
		return XDPBOND_STEP_FAIL;
	return xdpbond_encap_ethertype(at, xdpbond_be16(p + 22), 24);
}

/* A TIPC message: the node it is from. For probes the kernel takes a random number instead. */
XDPBOND_FN enum xdpbond_step xdpbond_link_tipc(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	const __u8 *p = xdpbond_at(frame, at->offset, 16);

	if (!p)
		return XDPBOND_STEP_FAIL;
	at->flow.addresses = xdpbond_u32(p + 12);
	return XDPBOND_STEP_DONE;
}

/* The header that at->ethertype announces. */
XDPBOND_FN enum xdpbond_step xdpbond_link_step(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	switch (at->ethertype) {
	case XDPBOND_ETH_IPV4:
	case XDPBOND_ETH_IPV6:
		return xdpbond_link_ip(frame, at);
	case XDPBOND_ETH_VLAN:
	case XDPBOND_ETH_QINQ:
		return xdpbond_link_skip(frame, at, 2, 4);
	case XDPBOND_ETH_PPPOE:
		return xdpbond_link_pppoe(frame, at);
	case XDPBOND_ETH_BATMAN:
		return xdpbond_link_batman(frame, at);
	case XDPBOND_ETH_PRP:
	case XDPBOND_ETH_HSR:
		return xdpbond_link_skip(frame, at, 4, 6);
	case XDPBOND_ETH_MPLS:
	case XDPBOND_ETH_MPLS_MULTICAST:
	case XDPBOND_ETH_ARP:
	case XDPBOND_ETH_RARP:
		return XDPBOND_STEP_DONE;
	case XDPBOND_ETH_TIPC:
		return xdpbond_link_tipc(frame, at);
	case XDPBOND_ETH_FCOE:
		return xdpbond_link_end(frame, at, 38);
	case XDPBOND_ETH_PTP:
		return xdpbond_link_end(frame, at, 34);
	default:
		return XDPBOND_STEP_FAIL;
	}
}
