// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Which frames are control frames, that a bond leaves to the stack of the slave they arrived on.

#include "abi.h"
#include "parse.h"

/* A destination that bridges do not forward, 01:80:c2:00:00:00-0f: LACP, LLDP, STP, 802.1X. p: the Ethernet header. */
XDPBOND_FN bool xdpbond_is_link_local(const __u8 *p)
{
	return xdpbond_u32(p) == 0x00c28001u && (xdpbond_be16(p + 4) & 0xfff0) == 0;
}

/* IPv6 whose next header is ICMPv6 of type 133-137, or is cut before its type. `offset`: of the IPv6 header. */
XDPBOND_FN bool xdpbond_is_neighbour_discovery(struct xdpbond_frame frame, __u32 offset)
{
	const __u8 *p = xdpbond_at(frame, offset, 7);

	if (!p || p[6] != XDPBOND_IP_ICMPV6)
		return false;
	p = xdpbond_at(frame, offset + 40, 1);
	return !p || (p[0] >= 133 && p[0] <= 137);
}

/* ARP or IPv6 neighbour discovery, also behind one or two VLAN tags. p: the Ethernet header. */
XDPBOND_FN bool xdpbond_is_neighbour(struct xdpbond_frame frame, const __u8 *p)
{
	__u32 ethertype = xdpbond_be16(p + 12);
	__u32 offset = XDPBOND_ETH_SIZE;
	int tags;

	for (tags = 0; tags < 2 && xdpbond_is_vlan(ethertype); tags++) {
		p = xdpbond_at(frame, offset, XDPBOND_TAG_SIZE);
		if (!p)
			return false;
		ethertype = xdpbond_be16(p + 2);
		offset += XDPBOND_TAG_SIZE;
	}
	if (ethertype == XDPBOND_ETH_IPV6)
		return xdpbond_is_neighbour_discovery(frame, offset);
	return ethertype == XDPBOND_ETH_ARP;
}

/* A frame shorter than an Ethernet and an IPv4 header: too short to tell what it is. */
#define XDPBOND_RUNT_SIZE 34

/*
 * XDPBOND_REASON_LINK_LOCAL, _NEIGHBOUR or _RUNT for a control frame, XDPBOND_REASON_SENT for data.
 * `control_frames`: enum xdpbond_control_frames, what counts as a control frame. Without a whole Ethernet header a
 * frame is a runt.
 */
XDPBOND_FN enum xdpbond_reason xdpbond_control_class(struct xdpbond_frame frame, __u32 control_frames)
{
	const __u8 *p = xdpbond_at(frame, 0, XDPBOND_ETH_SIZE);

	if (control_frames == XDPBOND_CONTROL_NONE)
		return XDPBOND_REASON_SENT;
	if (p && xdpbond_is_link_local(p))
		return XDPBOND_REASON_LINK_LOCAL;
	if (control_frames == XDPBOND_CONTROL_LINK_LOCAL)
		return XDPBOND_REASON_SENT;
	if (p && xdpbond_be16(p + 12) != XDPBOND_ETH_IPV4 && xdpbond_is_neighbour(frame, p))
		return XDPBOND_REASON_NEIGHBOUR;
	return xdpbond_at(frame, 0, XDPBOND_RUNT_SIZE) ? XDPBOND_REASON_SENT : XDPBOND_REASON_RUNT;
}

/*
 * A quick look at a frame: true where it is data; false where it may be a control frame and xdpbond_control_class()
 * must tell. Within XDPBOND_RUNT_SIZE bytes lie two VLAN tags and an IPv6 next header behind them.
 */
XDPBOND_FN bool xdpbond_is_data(struct xdpbond_frame frame, __u32 control_frames)
{
	const __u8 *p;
	__u32 ethertype;

	if (control_frames == XDPBOND_CONTROL_NONE)
		return true;
	p = xdpbond_at(frame, 0, XDPBOND_RUNT_SIZE);
	if (XDPBOND_UNLIKELY(!p) || XDPBOND_UNLIKELY(xdpbond_is_link_local(p)))
		return false;
	if (control_frames == XDPBOND_CONTROL_LINK_LOCAL)
		return true;
	ethertype = xdpbond_be16(p + 12);
	if (XDPBOND_LIKELY(ethertype == XDPBOND_ETH_IPV4))
		return true;
	if (xdpbond_is_vlan(ethertype)) {
		p += XDPBOND_TAG_SIZE;
		ethertype = xdpbond_be16(p + 12);
		if (xdpbond_is_vlan(ethertype)) {
			p += XDPBOND_TAG_SIZE;
			ethertype = xdpbond_be16(p + 12);
		}
	}
	if (ethertype == XDPBOND_ETH_IPV6)
		return p[XDPBOND_ETH_SIZE + 6] != XDPBOND_IP_ICMPV6;
	return ethertype != XDPBOND_ETH_ARP;
}
