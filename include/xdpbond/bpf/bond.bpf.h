// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a bond does with a frame: the straight way, which nearly every frame goes. What is unusual makes the detour.
//
// `bond` is the name given to XDPBOND_BOND() or XDPBOND_BOND_TUNABLE(). Each of the three functions at the end returns
// an XDP verdict; xdpbond_ingress() may also return XDPBOND_NEXT.

#include "detour.bpf.h"

/* balance-rr: the place whose turn it is; NULL: the active slave's. `counters`: set to this CPU's. */
XDPBOND_FN const struct xdpbond_port *xdpbond_pick_turn(const struct xdpbond_bond *bond, struct xdp_md *ctx,
							struct xdpbond_counters **counters)
{
	const struct xdpbond_half *half;
	__u32 turn;

	if (XDPBOND_UNLIKELY(xdpbond_is_igmp(xdpbond_frame_of(ctx))))
		return NULL;
	*counters = xdpbond_counters_of(bond);
	if (XDPBOND_UNLIKELY(!*counters))
		return NULL;
	turn = xdpbond_turn_of(bond, *counters, false);
	half = xdpbond_look(bond).half;
	if (XDPBOND_OPTION(bond, rr_slaves) == XDPBOND_RR_ALL)
		return &half->slave[xdpbond_remainder(turn, half->slaves) & (XDPBOND_SLAVES_MAX - 1)];
	return &half->sender[xdpbond_remainder(turn, half->usable) & (XDPBOND_SLAVES_MAX - 1)];
}

/* The place that should send, straight from the table: an unused one where there is no slave. NULL: not to be told. */
XDPBOND_FN const struct xdpbond_port *xdpbond_pick(const struct xdpbond_bond *bond, struct xdp_md *ctx,
						   struct xdpbond_counters **counters)
{
	const struct xdpbond_half *half;
	__u32 hash;

	switch (bond->options.mode) {
	case XDPBOND_MODE_BALANCE_RR:
		return xdpbond_pick_turn(bond, ctx, counters);
	case XDPBOND_MODE_BALANCE_XOR:
	case XDPBOND_MODE_8023AD:
		hash = xdpbond_hash(xdpbond_frame_of(ctx), bond->options.hash, XDPBOND_OPTION(bond, hash_version));
		half = xdpbond_look(bond).half;
		return &half->sender[xdpbond_remainder(hash, half->usable) & (XDPBOND_SLAVES_MAX - 1)];
	case XDPBOND_MODE_ACTIVE_BACKUP:
		return &xdpbond_look(bond).half->preference[0];
	default:
		return NULL;
	}
}

/*
 * Whether the slave of a picked place is there and alive. The device of an unused place is not known, which is enough
 * to tell where carrier is checked, but for balance-rr's places of slaves that may not send.
 */
XDPBOND_FN bool xdpbond_is_ready(const struct xdpbond_bond *bond, const struct xdpbond_port *port)
{
	__u32 carrier_check = xdpbond_carrier_check(bond);

	if ((carrier_check == XDPBOND_CARRIER_OFF || bond->options.mode == XDPBOND_MODE_BALANCE_RR) &&
	    XDPBOND_UNLIKELY(!(port->flags & XDPBOND_PORT_USABLE)))
		return false;
	return carrier_check == XDPBOND_CARRIER_OFF || xdpbond_device_carrier(port, carrier_check);
}

/*
 * Sends a frame through the slave of a place. `rules`: by which it came here, should it have to make the detour.
 * `to_ingress`: it is known to be the port that the frame came in on. `counters`: this CPU's if they are known already,
 * else null.
 */
XDPBOND_FN int xdpbond_go(const struct xdpbond_bond *bond, struct xdp_md *ctx, const struct xdpbond_port *port,
			  __u32 rules, bool to_ingress, struct xdpbond_counters *counters)
{
	int verdict;

	XDPBOND_OPAQUE(port);
	if (XDPBOND_UNLIKELY(!xdpbond_is_ready(bond, port)))
		goto detour;
	verdict = xdpbond_leave(bond, port, to_ingress || ctx->ingress_ifindex == port->ifindex);
	if (XDPBOND_UNLIKELY(verdict == XDP_ABORTED))
		goto detour;
	xdpbond_count_sent(bond, ctx, counters, port);
	return verdict;
detour:
	return bond->detour(ctx, rules | XDPBOND_DETOUR_SEND | XDPBOND_DETOUR_TURN);
}

/* Whether the frame arrived on the most preferred slave, which is the active one if it is alive. */
XDPBOND_FN bool xdpbond_from_best(struct xdp_md *ctx, const struct xdpbond_half *half)
{
	return half->preference[0].ifindex == ctx->ingress_ifindex;
}

/* Applies the rules: a verdict for frames that stay or are dropped, XDPBOND_NEXT for the rest. */
XDPBOND_FN int xdpbond_ingress_by(const struct xdpbond_bond *bond, struct xdp_md *ctx, __u32 rules)
{
	const struct xdpbond_half *half;

	if (XDPBOND_UNLIKELY(!xdpbond_is_data(xdpbond_frame_of(ctx), xdpbond_control_frames(bond, rules))))
		goto detour;
	if (!xdpbond_has_backups(bond))
		return XDPBOND_NEXT;
	half = xdpbond_look(bond).half;
	if (XDPBOND_LIKELY(xdpbond_from_best(ctx, half)) &&
	    XDPBOND_LIKELY(xdpbond_is_ready(bond, &half->preference[0])))
		return XDPBOND_NEXT;
detour:
	return bond->detour(ctx, rules);
}

/* Applies the rules for frames that arrive: a verdict for those that stay or are dropped, XDPBOND_NEXT for the rest. */
XDPBOND_FN int xdpbond_ingress(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	return xdpbond_ingress_by(bond, ctx, XDPBOND_RULES_OPTION);
}

/* Sends the frame out through the bond, whatever it is and wherever it came from. */
XDPBOND_FN int xdpbond_transmit(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	struct xdpbond_counters *counters = NULL;
	const struct xdpbond_port *port = xdpbond_pick(bond, ctx, &counters);

	/* No place is picked by a turn then, so that none can have been taken. */
	if (XDPBOND_UNLIKELY(!port))
		return bond->detour(ctx, XDPBOND_RULES_NONE | XDPBOND_DETOUR_SEND | XDPBOND_DETOUR_TURN);
	return xdpbond_go(bond, ctx, port, XDPBOND_RULES_NONE, false, counters);
}

/* Sends a frame that arrived on one of the bond's slaves out through the bond, unless the rules keep it. */
XDPBOND_FN int xdpbond_xmit(const struct xdpbond_bond *bond, struct xdp_md *ctx)
{
	const __u32 rules = XDPBOND_RULES_OPTION;
	const struct xdpbond_half *half;

	if (bond->options.mode == XDPBOND_MODE_BROADCAST)
		goto detour;
	if (XDPBOND_UNLIKELY(!xdpbond_is_data(xdpbond_frame_of(ctx), xdpbond_control_frames(bond, rules))))
		goto detour;
	if (!xdpbond_has_backups(bond))
		return xdpbond_transmit(bond, ctx);
	/* What came from the active slave goes to it; should it be dead, another one is active. */
	half = xdpbond_look(bond).half;
	if (XDPBOND_LIKELY(xdpbond_from_best(ctx, half)))
		return xdpbond_go(bond, ctx, &half->preference[0], rules, true, NULL);
detour:
	return bond->detour(ctx, rules | XDPBOND_DETOUR_SEND);
}
