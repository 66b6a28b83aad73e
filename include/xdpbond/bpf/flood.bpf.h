// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Mode broadcast: one copy of a frame through every usable slave, the one it came in on included.

#include "send.bpf.h"

/* Who a broadcast reached. */
struct xdpbond_flooded {
	bool any;  /* at least one slave is alive */
	bool dead; /* at least one usable slave has lost carrier */
};

/* Counts a copy for each alive slave: the kernel makes none for a device that is down, and tells nobody. */
XDPBOND_FN struct xdpbond_flooded xdpbond_count_copies(const struct xdpbond_bond *bond, struct xdp_md *ctx,
						       const struct xdpbond_half *half,
						       struct xdpbond_counters *counters)
{
	struct xdpbond_flooded flooded = {};
	__u32 carrier_check = xdpbond_carrier_check(bond);
	__u64 bytes = bpf_xdp_get_buff_len(ctx);
	bool traced = xdpbond_is_traced(bond);

	for (__u32 place = 0; place < XDPBOND_SLAVES_MAX; place++) {
		const struct xdpbond_port *port = &half->sender[place];
		struct xdpbond_count *count = &counters->slave[port->slot & (XDPBOND_SLOTS_MAX - 1)];

		if (place >= half->usable)
			break;
		if (!xdpbond_alive(port, carrier_check)) {
			flooded.dead = true;
			continue;
		}
		flooded.any = true;
		if (traced)
			bond->tell(ctx, port, XDPBOND_REASON_SENT | XDPBOND_TELL_COPY);
		if (XDPBOND_OPTION(bond, statistics)) {
			count->packets++;
			count->bytes += bytes;
		}
	}
	return flooded;
}

/*
 * Sends a copy through each usable slave, of which there are several. A frame in fragments is never copied, for the
 * kernel would copy its linear part only: option broadcast_frags.
 */
XDPBOND_FN int xdpbond_flood(const struct xdpbond_bond *bond, struct xdp_md *ctx, struct xdpbond_view view)
{
	struct xdpbond_counters *counters;
	struct xdpbond_flooded flooded;
	void *ports;

	if (bpf_xdp_get_buff_len(ctx) > ctx->data_end - ctx->data) {
		xdpbond_count_reason(bond, ctx, XDPBOND_REASON_BROADCAST_FRAGS);
		return xdpbond_otherwise(XDPBOND_OPTION(bond, broadcast_frags));
	}
	ports = bpf_map_lookup_elem(bond->flood, &view.number);
	counters = xdpbond_counters_of(bond);
	if (!ports || !counters)
		return xdpbond_no_slave(bond, ctx);
	flooded = xdpbond_count_copies(bond, ctx, view.half, counters);
	if (!flooded.any)
		return xdpbond_no_slave(bond, ctx);
	if (flooded.dead)
		xdpbond_add(&counters->reason[XDPBOND_REASON_CARRIER], ctx);
	return bpf_redirect_map(ports, 0, BPF_F_BROADCAST);
}
