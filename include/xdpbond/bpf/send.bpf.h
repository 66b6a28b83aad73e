// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A frame leaves through the slave that was chosen for it and is counted.

#include "carrier.bpf.h"
#include "trace.bpf.h"

/*
 * XDP_TX where the slave is the port the frame came in on; else XDP_REDIRECT, or XDP_ABORTED where the slave's key
 * is not in the device map. A port under a kernel bond is always redirected to, since that bond would take XDP_TX for
 * its own.
 */
XDPBOND_FN int xdpbond_leave(const struct xdpbond_bond *bond, const struct xdpbond_port *port, bool to_ingress)
{
	if (to_ingress && !(port->flags & XDPBOND_PORT_REDIRECT))
		return XDP_TX;
	return bpf_redirect_map(bond->slaves, port->slot, XDP_ABORTED);
}

/* A frame that did not leave: counted under its reason, and traced. */
XDPBOND_FN void xdpbond_count_reason(const struct xdpbond_bond *bond, struct xdp_md *ctx, __u32 reason)
{
	xdpbond_trace_frame(bond, ctx, NULL, reason);
	xdpbond_add_reason(bond, ctx, reason);
}

/* Counts a frame that left through a slave. `counters`: this CPU's if the caller has them already, else null. */
XDPBOND_FN void xdpbond_add_sent(const struct xdpbond_bond *bond, struct xdp_md *ctx, struct xdpbond_counters *counters,
				 const struct xdpbond_port *port)
{
	if (!XDPBOND_OPTION(bond, statistics))
		return;
	if (!counters)
		counters = xdpbond_counters_of(bond);
	if (counters)
		xdpbond_add(&counters->slave[port->slot & (XDPBOND_SLOTS_MAX - 1)], ctx);
}

/* A frame that left through the slave of its choice: counted, and traced. */
XDPBOND_FN void xdpbond_count_sent(const struct xdpbond_bond *bond, struct xdp_md *ctx,
				   struct xdpbond_counters *counters, const struct xdpbond_port *port)
{
	xdpbond_trace_frame(bond, ctx, port, XDPBOND_REASON_SENT);
	xdpbond_add_sent(bond, ctx, counters, port);
}

/* The verdict for a frame that no slave can take. */
XDPBOND_FN int xdpbond_no_slave(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	xdpbond_count_reason(bond, ctx, XDPBOND_REASON_NO_SLAVE);
	return xdpbond_otherwise(XDPBOND_OPTION(bond, no_slave));
}

/* Sends a frame by a choice. Slaves that are missing from the device map are passed over: the next alive one in order.
 */
XDPBOND_FN int xdpbond_send(const struct xdpbond_bond *bond, struct xdp_md *ctx, struct xdpbond_choice choice)
{
	__u32 carrier_check = xdpbond_carrier_check(bond);
	__u32 start = choice.place;

	if (choice.reason == XDPBOND_REASON_NO_SLAVE)
		return xdpbond_no_slave(bond, ctx);
	for (__u32 step = 0; step < XDPBOND_SLAVES_MAX; step++) {
		const struct xdpbond_port *port;
		int verdict;

		choice.place = xdpbond_step(start, step, choice.count);
		if (step && choice.place == start)
			break;
		port = xdpbond_chosen(&choice);
		if (step && !xdpbond_alive(port, carrier_check))
			continue;
		verdict = xdpbond_leave(bond, port, ctx->ingress_ifindex == port->ifindex);
		if (verdict == XDP_ABORTED) {
			choice.reason = XDPBOND_REASON_RETRY;
			continue;
		}
		xdpbond_trace_frame(bond, ctx, port, choice.reason);
		xdpbond_add_sent(bond, ctx, NULL, port);
		if (choice.reason != XDPBOND_REASON_SENT)
			xdpbond_add_reason(bond, ctx, choice.reason);
		return verdict;
	}
	return xdpbond_no_slave(bond, ctx);
}
