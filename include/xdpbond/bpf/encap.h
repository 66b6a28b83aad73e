// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What encap2+3 and encap3+4 take from a frame: the innermost addresses and ports behind VLAN tags, PPPoE, GRE, IP in
// IP, batman-adv, HSR and IPv6 extension headers. As the kernel's flow dissector without flags.
//
// The step from one header to the next is, in BPF, a global subprogram: the verifier checks it once, for any state,
// and the loop over it costs nothing.

#include "encap_ip.h"
#include "encap_link.h"

#ifdef __bpf__
#include <linux/bpf.h>

/* The type of frame.ctx: define it before the include in a program of another type. */
#ifndef XDPBOND_CONTEXT
#define XDPBOND_CONTEXT struct xdp_md
#endif
#endif

/* So often a header may lead to another; then what was found stands. (From IP to what it carries does not count.) */
#define XDPBOND_ENCAP_STEPS 15

XDPBOND_FN enum xdpbond_step xdpbond_encap_header(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	if (at->protocol == XDPBOND_PROTOCOL_NONE) {
		enum xdpbond_step step = xdpbond_link_step(frame, at);

		if (step != XDPBOND_STEP_AGAIN || at->protocol == XDPBOND_PROTOCOL_NONE)
			return step;
	}
	return xdpbond_ip_step(frame, at);
}

#ifdef __bpf__
/* One step: enum xdpbond_step. */
__attribute__((noinline, weak)) int xdpbond_encap_step(XDPBOND_CONTEXT *ctx, struct xdpbond_encap *at)
{
	struct xdpbond_frame frame = {(const __u8 *)(long)ctx->data, (const __u8 *)(long)ctx->data_end, ctx};

	return at ? xdpbond_encap_header(frame, at) : XDPBOND_STEP_FAIL;
}
#endif

/* All headers from at->offset on. False: the frame's MACs decide. */
XDPBOND_FN bool xdpbond_encap_walk(struct xdpbond_frame frame, struct xdpbond_encap *at)
{
	int again;

#ifdef __bpf__
#pragma clang loop unroll(disable)
#endif
	for (again = 0; again <= XDPBOND_ENCAP_STEPS; again++) {
#ifdef __bpf__
		int step = xdpbond_encap_step((XDPBOND_CONTEXT *)frame.ctx, at);
#else
		enum xdpbond_step step = xdpbond_encap_header(frame, at);
#endif
		if (step != XDPBOND_STEP_AGAIN)
			return step == XDPBOND_STEP_DONE;
	}
	return true;
}

/* TCP or UDP in an IP header at `offset`, where nothing lies further in: fills `flow` as layer3+4 does. */
XDPBOND_FN bool xdpbond_encap_plain(struct xdpbond_frame frame, __u32 ethertype, __u32 offset,
				    struct xdpbond_flow *flow)
{
	struct xdpbond_cursor cursor = {offset, 0};

	return xdpbond_dissect_ip(frame, ethertype, true, &cursor, flow) &&
	       (cursor.protocol == XDPBOND_IP_TCP || cursor.protocol == XDPBOND_IP_UDP) && cursor.offset >= offset + 20;
}

/* Fills `flow` for encap2+3 or encap3+4. False: the frame has no such flow, its MACs decide. */
XDPBOND_FN bool xdpbond_dissect_encap(struct xdpbond_frame frame, __u32 ethertype, struct xdpbond_flow *flow)
{
	struct xdpbond_encap at = {{0, 0}, XDPBOND_ETH_SIZE, ethertype, XDPBOND_PROTOCOL_NONE};
	const __u8 *tag;
	bool found;

	/* Most frames are plain, some of them in a tag; they are spared the walk. */
	if (xdpbond_encap_plain(frame, ethertype, XDPBOND_ETH_SIZE, flow))
		return true;
	if (xdpbond_is_vlan(ethertype)) {
		tag = xdpbond_at(frame, XDPBOND_ETH_SIZE, XDPBOND_TAG_SIZE);
		if (tag && xdpbond_encap_plain(frame, xdpbond_be16(tag + 2), XDPBOND_ETH_SIZE + XDPBOND_TAG_SIZE, flow))
			return true;
	}
	found = xdpbond_encap_walk(frame, &at);
	*flow = at.flow;
	return found;
}
