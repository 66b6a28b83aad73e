// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What became of a frame, told to whoever traces the bond.
//
// Only a tunable bond can be traced, and only where its loader has set xdpbond_about.trace: for any other the verifier
// leaves one load of all this, and clang nothing where the options are constants.

#include "maps.bpf.h"

/* The verdict of an option that says drop or pass. */
XDPBOND_FN int xdpbond_otherwise(__u32 option)
{
	return option == XDPBOND_OTHERWISE_PASS ? XDP_PASS : XDP_DROP;
}

/* What <bond>_tell is told: enum xdpbond_reason, and whether this is one copy of a broadcast. */
#define XDPBOND_TELL_REASON (XDPBOND_REASONS_MAX - 1)
#define XDPBOND_TELL_COPY   XDPBOND_REASONS_MAX

/* The verdict for a frame that stays. */
XDPBOND_FN __u32 xdpbond_verdict_of(const struct xdpbond_bond *bond, __u32 reason)
{
	switch (reason) {
	case XDPBOND_REASON_LINK_LOCAL:
	case XDPBOND_REASON_NEIGHBOUR:
	case XDPBOND_REASON_RUNT:
		return XDP_PASS;
	case XDPBOND_REASON_NO_SLAVE:
		return xdpbond_otherwise(XDPBOND_OPTION(bond, no_slave));
	case XDPBOND_REASON_BROADCAST_FRAGS:
		return xdpbond_otherwise(XDPBOND_OPTION(bond, broadcast_frags));
	default:
		return XDP_DROP;
	}
}

/* Copies the beginning of a frame, with its fragments. */
XDPBOND_FN void xdpbond_capture(struct xdp_md *ctx, struct xdpbond_trace *record)
{
	__u64 last = record->length;

	record->captured = 0;
	if (last > XDPBOND_TRACE_BYTES)
		last = XDPBOND_TRACE_BYTES;
	last--;
	XDPBOND_OPAQUE(last);
	if (last >= XDPBOND_TRACE_BYTES)
		return;
	/* Added after the comparison, or the verifier of 6.1 does not know that it is not 0. */
	XDPBOND_OPAQUE(last);
	if (!bpf_xdp_load_bytes(ctx, 0, record->frame, last + 1))
		record->captured = last + 1;
}

/* Out of line, as <bond>_tell: the ways that a frame goes keep nothing for it but what they would keep anyway. */
XDPBOND_FN int xdpbond_tell(const struct xdpbond_bond *bond, struct xdp_md *ctx, const struct xdpbond_port *port,
			    __u32 what)
{
	struct xdpbond_trace *record = bpf_ringbuf_reserve(bond->trace, sizeof(*record), 0);

	if (!record) {
		struct xdpbond_counters *counters = xdpbond_counters_of(bond);

		if (counters)
			counters->untold++;
		return 0;
	}
	record->time = bpf_ktime_get_ns();
	record->ingress = ctx->ingress_ifindex;
	record->egress = 0;
	record->length = bpf_xdp_get_buff_len(ctx);
	record->reason = what & XDPBOND_TELL_REASON;
	record->verdict = xdpbond_verdict_of(bond, record->reason);
	if (port) {
		record->egress = port->ifindex;
		/* As xdpbond_leave() has it, and xdpbond_flood(). */
		record->verdict = XDP_REDIRECT;
		if (ctx->ingress_ifindex == port->ifindex && !(port->flags & XDPBOND_PORT_REDIRECT) &&
		    !(what & XDPBOND_TELL_COPY))
			record->verdict = XDP_TX;
	}
	xdpbond_capture(ctx, record);
	bpf_ringbuf_submit(record, 0);
	return 0;
}

/* Whether this frame is to be told. Asked for once per frame: with several copies, all are or none. */
XDPBOND_FN bool xdpbond_is_traced(const struct xdpbond_bond *bond)
{
	__u32 share;

	if (!bond->tunable)
		return false;
	share = bond->about->trace;
	return XDPBOND_UNLIKELY(share) && (share == 1 || bpf_get_prandom_u32() % share == 0);
}

/* `port`: the slave or peer that it left through; NULL: it did not leave. `reason`: enum xdpbond_reason. */
XDPBOND_FN void xdpbond_trace_frame(const struct xdpbond_bond *bond, struct xdp_md *ctx,
				    const struct xdpbond_port *port, __u32 reason)
{
	if (xdpbond_is_traced(bond))
		bond->tell(ctx, port, reason);
}
