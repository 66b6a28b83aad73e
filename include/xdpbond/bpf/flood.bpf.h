// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Mode broadcast: one copy of a frame through every usable slave, the one it came in on included.

#include "copy.bpf.h"
#include "send.bpf.h"

/*
 * XDPBOND_PORT_GENERIC where the kernel makes the copies in generic mode, else 0: it does as the port is attached that
 * the frame came in on. A port that is not published (yet) is taken to be as the first slave.
 */
XDPBOND_FN __u32 xdpbond_came_generic(const struct xdp_md *ctx, const struct xdpbond_half *half)
{
	__u32 ingress = ctx->ingress_ifindex;
	__u32 flags = half->slave[0].flags;

	if (half->peer.ifindex == ingress)
		return half->peer.flags & XDPBOND_PORT_GENERIC;
	for (__u32 place = 0; place < XDPBOND_SLAVES_MAX; place++) {
		if (place >= half->slaves)
			break;
		if (half->slave[place].ifindex == ingress) {
			flags = half->slave[place].flags;
			break;
		}
	}
	return flags & XDPBOND_PORT_GENERIC;
}

/* Counts a copy for each alive slave, and under its errno one that the kernel does not make: enum xdpbond_copied. */
XDPBOND_FN __u32 xdpbond_count_copies(const struct xdpbond_bond *bond, struct xdp_md *ctx,
				      const struct xdpbond_half *half, struct xdpbond_counters *counters)
{
	__u64 bytes = bpf_xdp_get_buff_len(ctx);
	bool traced = xdpbond_is_traced(bond);
	__u32 generic = xdpbond_came_generic(ctx, half);
	__u32 copied = 0;

	for (__u32 place = 0; place < XDPBOND_SLAVES_MAX; place++) {
		const struct xdpbond_port *port = &half->sender[place];
		struct xdpbond_count *count = &counters->slave[port->slot & (XDPBOND_SLOTS_MAX - 1)];
		__u64 one;

		if (place >= half->usable)
			break;
		copied = bond->copy(port->device, port->slot | ((port->flags & ~XDPBOND_PORT_GENERIC) | generic) << 16,
				    bytes, copied);
		if (traced && copied & XDPBOND_COPIED)
			bond->tell(ctx, port, XDPBOND_REASON_SENT | XDPBOND_TELL_COPY);
		if (XDPBOND_OPTION(bond, statistics)) {
			/* Added without a branch, which the verifier would follow both ways for each slave. */
			one = copied & XDPBOND_COPIED;
			XDPBOND_OPAQUE(one);
			count->packets += one;
			count->bytes += bytes * one;
		}
	}
	return copied;
}

/*
 * Sends a copy through each usable slave, of which there are several. A frame in fragments is never copied, for the
 * kernel would copy its linear part only: option broadcast_frags.
 */
XDPBOND_FN int xdpbond_flood(const struct xdpbond_bond *bond, struct xdp_md *ctx, struct xdpbond_view view)
{
	struct xdpbond_counters *counters;
	__u32 copied;
	void *ports;

	if (bpf_xdp_get_buff_len(ctx) > ctx->data_end - ctx->data) {
		xdpbond_count_reason(bond, ctx, XDPBOND_REASON_BROADCAST_FRAGS);
		return xdpbond_otherwise(XDPBOND_OPTION(bond, broadcast_frags));
	}
	ports = bpf_map_lookup_elem(bond->flood, &view.number);
	counters = xdpbond_counters_of(bond);
	if (!ports || !counters)
		return xdpbond_no_slave(bond, ctx);
	copied = xdpbond_count_copies(bond, ctx, view.half, counters);
	if (!(copied & XDPBOND_COPIED_ANY))
		return xdpbond_no_slave(bond, ctx);
	if (copied & XDPBOND_COPIED_DEAD)
		xdpbond_add(&counters->reason[XDPBOND_REASON_CARRIER], ctx);
	return bpf_redirect_map(ports, 0, BPF_F_BROADCAST);
}
