// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A bond and one interface on its other side, its peer (xdpbond_half.peer): frames from the slaves go to the peer,
// frames from the peer out through the bond. The program runs on the slaves and on the peer.

#include "bond.bpf.h"

/* Condition: the frame came in on the peer. */
XDPBOND_FN bool xdpbond_from_peer(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	return ctx->ingress_ifindex == xdpbond_look(bond).half->peer.ifindex;
}

/* Sends a frame through the peer of one half. */
XDPBOND_FN int xdpbond_send_peer(const struct xdpbond_bond *bond, struct xdp_md *ctx, const struct xdpbond_port *peer)
{
	int verdict = XDP_ABORTED;

	if (XDPBOND_LIKELY(xdpbond_alive(peer, xdpbond_carrier_check(bond))))
		verdict = xdpbond_leave(bond, peer, ctx->ingress_ifindex == peer->ifindex);
	if (XDPBOND_UNLIKELY(verdict == XDP_ABORTED)) {
		xdpbond_count_reason(bond, ctx, XDPBOND_REASON_PEER);
		return XDP_DROP;
	}
	xdpbond_count_sent(bond, ctx, NULL, peer);
	return verdict;
}

/* Stage: the frame leaves through the peer; dropped and counted where that is gone or has no carrier. */
XDPBOND_FN int xdpbond_to_peer(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	return xdpbond_send_peer(bond, ctx, &xdpbond_look(bond).half->peer);
}

/*
 * Stage: forwards a frame by where it arrived. Neighbours talk through us: ARP and IPv6 neighbour discovery are data
 * here, and link-local control frames alone stay, on either side, unless control_frames is none.
 */
XDPBOND_FN int xdpbond_forward(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	const struct xdpbond_half *half = xdpbond_look(bond).half;
	int verdict;

	if (ctx->ingress_ifindex == half->peer.ifindex) {
		__u32 class =
		    xdpbond_control_class(xdpbond_frame_of(ctx), xdpbond_control_frames(bond, XDPBOND_RULES_FORWARD));

		if (XDPBOND_LIKELY(class == XDPBOND_REASON_SENT))
			return xdpbond_transmit(bond, ctx);
		xdpbond_count_reason(bond, ctx, class);
		return XDP_PASS;
	}
	verdict = xdpbond_ingress_by(bond, ctx, XDPBOND_RULES_FORWARD);
	if (verdict != XDPBOND_NEXT)
		return verdict;
	return xdpbond_send_peer(bond, ctx, &half->peer);
}
