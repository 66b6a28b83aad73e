// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a bond does with a frame: the rules for frames that arrive, and sending.
//
// `bond` is the name given to XDPBOND_BOND() or XDPBOND_BOND_TUNABLE(). Each of the three functions at the end reads
// the table's selector once and returns an XDP verdict; xdpbond_ingress() may also return XDPBOND_NEXT.

#include "control.h"
#include "flood.bpf.h"
#include "hash.h"

/* balance-rr: whose turn it is. Looks this CPU's counters up, into `counters`. */
XDPBOND_FN __u64 xdpbond_turn_key(const struct xdpbond_bond *bond, struct xdp_md *ctx,
				  struct xdpbond_counters **counters)
{
	__u32 share = XDPBOND_OPTION(bond, packets_per_slave);

	if (XDPBOND_UNLIKELY(xdpbond_is_igmp(xdpbond_frame_of(ctx))))
		return XDPBOND_KEY_ACTIVE;
	*counters = xdpbond_counters_of(bond);
	if (XDPBOND_UNLIKELY(!*counters))
		return XDPBOND_KEY_ACTIVE;
	if (!share)
		return bpf_get_prandom_u32();
	return xdpbond_turn(++(*counters)->turn, share);
}

/* What the slave choice is made from. `counters`: set to this CPU's where they were looked up. */
XDPBOND_FN __u64 xdpbond_key(const struct xdpbond_bond *bond, struct xdp_md *ctx, struct xdpbond_counters **counters)
{
	switch (bond->options.mode) {
	case XDPBOND_MODE_BALANCE_RR:
		return xdpbond_turn_key(bond, ctx, counters);
	case XDPBOND_MODE_BALANCE_XOR:
	case XDPBOND_MODE_8023AD:
		return xdpbond_hash(xdpbond_frame_of(ctx), bond->options.hash, XDPBOND_OPTION(bond, hash_version));
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

/* Whether the mode has one active slave, whose frames alone are taken. */
XDPBOND_FN bool xdpbond_has_backups(const struct xdpbond_bond *bond)
{
	return bond->options.mode == XDPBOND_MODE_ACTIVE_BACKUP && !XDPBOND_OPTION(bond, all_slaves_active);
}

/* Whether the frame arrived on the best slave and that is alive: then it is the active one. */
XDPBOND_FN bool xdpbond_from_best(const struct xdpbond_bond *bond, struct xdp_md *ctx, const struct xdpbond_half *half)
{
	const struct xdpbond_port *best = &half->preference[0];

	return half->preferred && best->ifindex == ctx->ingress_ifindex &&
	       xdpbond_alive(best, xdpbond_carrier_check(bond));
}

/* Whether the frame arrived on a back-up slave. */
XDPBOND_FN bool xdpbond_from_backup(const struct xdpbond_bond *bond, struct xdp_md *ctx,
				    const struct xdpbond_half *half)
{
	struct xdpbond_choice active =
	    xdpbond_choose(half, XDPBOND_MODE_ACTIVE_BACKUP, 0, 0, xdpbond_carrier_check(bond));

	return xdpbond_is_backup(half, &active, ctx->ingress_ifindex);
}

XDPBOND_FN int xdpbond_drop_backup(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	xdpbond_count_reason(bond, ctx, XDPBOND_REASON_BACKUP);
	return XDP_DROP;
}

/* What becomes of a control frame: link-local ones stay on any slave, others are dropped on a back-up slave. */
XDPBOND_FN int xdpbond_keep(const struct xdpbond_bond *bond, struct xdp_md *ctx, const struct xdpbond_half *half,
			    __u32 class)
{
	if (class != XDPBOND_REASON_LINK_LOCAL && xdpbond_has_backups(bond) && xdpbond_from_backup(bond, ctx, half))
		return xdpbond_drop_backup(bond, ctx);
	return xdpbond_pass(bond, ctx, class);
}

/*
 * The rules for frames that arrive: a verdict for those that stay or are dropped, XDPBOND_NEXT for the rest.
 * `from_active`: set where the frame came from the active slave, which then has just been seen to be alive.
 */
XDPBOND_FN int xdpbond_rules(const struct xdpbond_bond *bond, struct xdp_md *ctx, const struct xdpbond_half *half,
			     __u32 control_frames, bool *from_active)
{
	__u32 class = xdpbond_control_class(xdpbond_frame_of(ctx), control_frames);

	*from_active = false;
	if (XDPBOND_UNLIKELY(class != XDPBOND_REASON_SENT))
		return xdpbond_keep(bond, ctx, half, class);
	if (!xdpbond_has_backups(bond))
		return XDPBOND_NEXT;
	if (XDPBOND_LIKELY(xdpbond_from_best(bond, ctx, half))) {
		*from_active = true;
		return XDPBOND_NEXT;
	}
	return xdpbond_from_backup(bond, ctx, half) ? xdpbond_drop_backup(bond, ctx) : XDPBOND_NEXT;
}

/* Sends a frame by what it found published. */
XDPBOND_FN int xdpbond_transmit_by(const struct xdpbond_bond *bond, struct xdp_md *ctx, struct xdpbond_view view)
{
	struct xdpbond_counters *counters = NULL;
	struct xdpbond_choice first;
	__u64 key;

	if (bond->options.mode == XDPBOND_MODE_BROADCAST && view.half->usable > 1)
		return xdpbond_flood(bond, ctx, view);
	key = xdpbond_key(bond, ctx, &counters);
	first = xdpbond_first(view.half, bond->options.mode, XDPBOND_OPTION(bond, rr_slaves), key);
	return xdpbond_send(bond, ctx, view.half, key, first, counters);
}

/* Applies the rules for frames that arrive: a verdict for those that stay or are dropped, XDPBOND_NEXT for the rest. */
XDPBOND_FN int xdpbond_ingress(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	bool from_active;

	return xdpbond_rules(bond, ctx, xdpbond_look(bond).half, XDPBOND_OPTION(bond, control_frames), &from_active);
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
	bool from_active;
	int verdict = xdpbond_rules(bond, ctx, view.half, XDPBOND_OPTION(bond, control_frames), &from_active);

	if (verdict != XDPBOND_NEXT)
		return verdict;
	if (from_active) /* and to it */
		return xdpbond_send_alive(bond, ctx, view.half, 0, &view.half->preference[0], NULL);
	return xdpbond_transmit_by(bond, ctx, view);
}
