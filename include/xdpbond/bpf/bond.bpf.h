// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a bond does with a frame: the rules for frames that arrive, and sending.
//
// `bond` is the name given to XDPBOND_BOND() or XDPBOND_BOND_TUNABLE(). Each of the three functions at the end reads
// the table's selector once and returns an XDP verdict; xdpbond_ingress() may also return XDPBOND_NEXT.

#include "control.h"
#include "flood.bpf.h"
#include "hash.h"

/* What the slave choice is made from, in modes that look at the frame. balance-rr takes its turn from `counters`. */
XDPBOND_FN __u64 xdpbond_key(const struct xdpbond_bond *bond, struct xdp_md *ctx, struct xdpbond_counters *counters)
{
	struct xdpbond_frame frame = xdpbond_frame_of(ctx);
	__u32 share;

	switch (bond->options.mode) {
	case XDPBOND_MODE_BALANCE_XOR:
	case XDPBOND_MODE_8023AD:
		return xdpbond_hash(frame, bond->options.hash, XDPBOND_OPTION(bond, hash_version));
	case XDPBOND_MODE_BALANCE_RR:
		if (XDPBOND_UNLIKELY(xdpbond_is_igmp(frame)))
			return XDPBOND_KEY_ACTIVE;
		share = XDPBOND_OPTION(bond, packets_per_slave);
		if (!share)
			return bpf_get_prandom_u32();
		return xdpbond_turn(counters ? ++counters->turn : 0, share);
	default:
		return 0;
	}
}

/* Frames that stay: counted under the reason, passed up the stack of the slave they arrived on. */
XDPBOND_FN int xdpbond_pass(const struct xdpbond_bond *bond, struct xdp_md *ctx, __u32 reason)
{
	xdpbond_count_reason(bond, ctx, reason);
	return XDP_PASS;
}

/*
 * The rules for frames that arrive: link-local control frames stay on any slave; in active-backup the rest is taken
 * from the active slave alone (`active`; other modes do not look at it); other control frames stay.
 */
XDPBOND_FN int xdpbond_rules(const struct xdpbond_bond *bond, struct xdp_md *ctx, const struct xdpbond_half *half,
			     const struct xdpbond_choice *active, __u32 control_frames)
{
	__u32 class = xdpbond_control_class(xdpbond_frame_of(ctx), control_frames);

	if (XDPBOND_UNLIKELY(class == XDPBOND_REASON_LINK_LOCAL))
		return xdpbond_pass(bond, ctx, class);
	if (bond->options.mode == XDPBOND_MODE_ACTIVE_BACKUP && !XDPBOND_OPTION(bond, all_slaves_active) &&
	    XDPBOND_UNLIKELY(xdpbond_is_backup(half, active, ctx->ingress_ifindex))) {
		xdpbond_count_reason(bond, ctx, XDPBOND_REASON_BACKUP);
		return XDP_DROP;
	}
	if (XDPBOND_UNLIKELY(class != XDPBOND_REASON_SENT))
		return xdpbond_pass(bond, ctx, class);
	return XDPBOND_NEXT;
}

/* The active slave where the mode has one. */
XDPBOND_FN struct xdpbond_choice xdpbond_active(const struct xdpbond_bond *bond, const struct xdpbond_half *half)
{
	struct xdpbond_choice none = {};

	if (bond->options.mode != XDPBOND_MODE_ACTIVE_BACKUP)
		return none;
	return xdpbond_choose(half, XDPBOND_MODE_ACTIVE_BACKUP, 0, 0, xdpbond_carrier_check(bond));
}

/* Sends a frame by what it found published. */
XDPBOND_FN int xdpbond_transmit_by(const struct xdpbond_bond *bond, struct xdp_md *ctx, struct xdpbond_view view)
{
	struct xdpbond_counters *counters = NULL;
	struct xdpbond_choice first;
	__u64 key;

	if (bond->options.mode == XDPBOND_MODE_BROADCAST && view.half->usable > 1)
		return xdpbond_flood(bond, ctx, view);
	if (bond->options.mode == XDPBOND_MODE_BALANCE_RR)
		counters = xdpbond_counters_of(bond);
	key = xdpbond_key(bond, ctx, counters);
	first = xdpbond_first(view.half, bond->options.mode, XDPBOND_OPTION(bond, rr_slaves), key);
	return xdpbond_send(bond, ctx, view.half, key, first, false, counters);
}

/* Applies the rules for frames that arrive: a verdict for those that stay or are dropped, XDPBOND_NEXT for the rest. */
XDPBOND_FN int xdpbond_ingress(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	const struct xdpbond_half *half = xdpbond_look(bond).half;
	struct xdpbond_choice active = xdpbond_active(bond, half);

	return xdpbond_rules(bond, ctx, half, &active, XDPBOND_OPTION(bond, control_frames));
}

/* Sends the frame out through the bond, whatever it is and wherever it came from. */
XDPBOND_FN int xdpbond_transmit(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	return xdpbond_transmit_by(bond, ctx, xdpbond_look(bond));
}

/* Sends a frame that arrived on one of the bond's slaves out through the bond, unless the rules keep it. */
XDPBOND_FN int xdpbond_xmit(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	struct xdpbond_view view = xdpbond_look(bond);
	struct xdpbond_choice active = xdpbond_active(bond, view.half);
	int verdict = xdpbond_rules(bond, ctx, view.half, &active, XDPBOND_OPTION(bond, control_frames));

	if (verdict != XDPBOND_NEXT)
		return verdict;
	if (bond->options.mode == XDPBOND_MODE_ACTIVE_BACKUP)
		return xdpbond_send(bond, ctx, view.half, 0, active, true, NULL);
	return xdpbond_transmit_by(bond, ctx, view);
}
