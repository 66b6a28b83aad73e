// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Stages and conditions for composed programs that need no bond. A stage answers with a verdict or XDPBOND_NEXT.

#include "control.h"
#include "maps.bpf.h"

/* Passes up what belongs to this port: 01:80:c2:00:00:00-0f, ARP, IPv6 neighbour discovery, runts. Counts nothing. */
XDPBOND_FN int xdpbond_pass_control_frames(struct xdp_md *ctx)
{
	if (xdpbond_control_class(xdpbond_frame_of(ctx), XDPBOND_CONTROL_DEFAULT) == XDPBOND_REASON_SENT)
		return XDPBOND_NEXT;
	return XDP_PASS;
}

XDPBOND_FN int xdpbond_pass_all(struct xdp_md *ctx)
{
	(void)ctx;
	return XDP_PASS;
}

XDPBOND_FN int xdpbond_drop_all(struct xdp_md *ctx)
{
	(void)ctx;
	return XDP_DROP;
}

/* The destination is a group address; broadcast is one too. */
XDPBOND_FN bool xdpbond_is_multicast(struct xdp_md *ctx)
{
	const __u8 *destination = xdpbond_at(xdpbond_frame_of(ctx), 0, 6);

	return destination && (destination[0] & 1);
}

/* The destination is ff:ff:ff:ff:ff:ff. */
XDPBOND_FN bool xdpbond_is_broadcast(struct xdp_md *ctx)
{
	const __u8 *destination = xdpbond_at(xdpbond_frame_of(ctx), 0, 6);

	return destination && xdpbond_u32(destination) == 0xffffffff && xdpbond_be16(destination + 4) == 0xffff;
}
