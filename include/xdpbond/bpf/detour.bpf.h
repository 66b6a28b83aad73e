// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The detour: the whole way from the rules to the sending, for every frame that cannot go straight. Each bond has its
// own, <bond>_detour, out of line: the straight way keeps nothing for it but the context.
//
// A frame makes it before anything was done with it, but that balance-rr may have taken a turn; it then looks at what
// is published once more, and all that becomes of it is decided by that.

#include "flood.bpf.h"
#include "hash.h"
#include "rules.bpf.h"

/* What a detour has to do. The lowest two bits: enum xdpbond_rules. */
enum xdpbond_detour_task {
	XDPBOND_DETOUR_RULES = 3,      /* mask of the rules */
	XDPBOND_DETOUR_SEND = 1u << 2, /* send what the rules let through; else answer XDPBOND_NEXT */
	XDPBOND_DETOUR_TURN = 1u << 3, /* balance-rr: this frame's turn has been taken */
};

/* balance-rr: this frame's turn, from this CPU's counters. `taken`: the one that it took a moment ago. */
XDPBOND_FN __u32 xdpbond_turn_of(const struct xdpbond_bond *bond, struct xdpbond_counters *counters, bool taken)
{
	__u32 share = XDPBOND_OPTION(bond, packets_per_slave);

	if (share)
		return xdpbond_turn(taken ? counters->turn : ++counters->turn, share);
	if (!taken)
		counters->drawn = bpf_get_prandom_u32();
	return counters->drawn;
}

/* What the slave choice is made from. */
XDPBOND_FN __u64 xdpbond_key(const struct xdpbond_bond *bond, struct xdp_md *ctx, bool taken)
{
	struct xdpbond_frame frame = xdpbond_frame_of(ctx);
	struct xdpbond_counters *counters;

	switch (bond->options.mode) {
	case XDPBOND_MODE_BALANCE_RR:
		counters = xdpbond_is_igmp(frame) ? NULL : xdpbond_counters_of(bond);
		return counters ? xdpbond_turn_of(bond, counters, taken) : XDPBOND_KEY_ACTIVE;
	case XDPBOND_MODE_BALANCE_XOR:
	case XDPBOND_MODE_8023AD:
		return xdpbond_hash(frame, bond->options.hash, XDPBOND_OPTION(bond, hash_version));
	default:
		return 0;
	}
}

/* `task`: enum xdpbond_detour_task. */
XDPBOND_FN int xdpbond_detour(const struct xdpbond_bond *bond, struct xdp_md *ctx, __u32 task)
{
	struct xdpbond_view view = xdpbond_look(bond);
	__u32 rules = task & XDPBOND_DETOUR_RULES;
	__u64 key;

	if (rules != XDPBOND_RULES_NONE) {
		int verdict = xdpbond_apply(bond, ctx, view.half, rules);

		if (verdict != XDPBOND_NEXT || !(task & XDPBOND_DETOUR_SEND))
			return verdict;
	}
	if (bond->options.mode == XDPBOND_MODE_BROADCAST && view.half->usable > 1)
		return xdpbond_flood(bond, ctx, view);
	key = xdpbond_key(bond, ctx, task & XDPBOND_DETOUR_TURN);
	return xdpbond_send(bond, ctx,
			    xdpbond_choose(view.half, bond->options.mode, XDPBOND_OPTION(bond, rr_slaves), key,
					   xdpbond_carrier_check(bond)));
}
