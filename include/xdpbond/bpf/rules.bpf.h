// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The rules for frames that arrive on a slave: which stay on it, and which are dropped.

#include "control.h"
#include "send.bpf.h"

/* By which rules. */
enum xdpbond_rules {
	XDPBOND_RULES_NONE = 0,	   /* none: the frame has passed them, or did not arrive on a slave */
	XDPBOND_RULES_OPTION = 1,  /* as option control_frames says */
	XDPBOND_RULES_FORWARD = 2, /* neighbours talk through us: ARP and neighbour discovery are data */
};

/* What counts as a control frame by these rules (not NONE): enum xdpbond_control_frames. */
XDPBOND_FN __u32 xdpbond_control_frames(const struct xdpbond_bond *bond, __u32 rules)
{
	__u32 option = XDPBOND_OPTION(bond, control_frames);

	return rules == XDPBOND_RULES_FORWARD && option != XDPBOND_CONTROL_NONE ? XDPBOND_CONTROL_LINK_LOCAL : option;
}

/* Whether the mode has one active slave, whose frames alone are taken. */
XDPBOND_FN bool xdpbond_has_backups(const struct xdpbond_bond *bond)
{
	return bond->options.mode == XDPBOND_MODE_ACTIVE_BACKUP && !XDPBOND_OPTION(bond, all_slaves_active);
}

/* Whether the frame arrived on a back-up slave. */
XDPBOND_FN bool xdpbond_from_backup(const struct xdpbond_bond *bond, struct xdp_md *ctx,
				    const struct xdpbond_half *half)
{
	struct xdpbond_choice active =
	    xdpbond_choose(half, XDPBOND_MODE_ACTIVE_BACKUP, 0, 0, xdpbond_carrier_check(bond));

	return xdpbond_is_backup(half, &active, ctx->ingress_ifindex);
}

/*
 * A verdict for frames that stay or are dropped, XDPBOND_NEXT for the rest. Link-local control frames stay on any
 * slave; all others are dropped on a back-up slave.
 */
XDPBOND_FN int xdpbond_apply(const struct xdpbond_bond *bond, struct xdp_md *ctx, const struct xdpbond_half *half,
			     __u32 rules)
{
	__u32 class = xdpbond_control_class(xdpbond_frame_of(ctx), xdpbond_control_frames(bond, rules));

	if (class != XDPBOND_REASON_LINK_LOCAL && xdpbond_has_backups(bond) && xdpbond_from_backup(bond, ctx, half)) {
		xdpbond_count_reason(bond, ctx, XDPBOND_REASON_BACKUP);
		return XDP_DROP;
	}
	if (class == XDPBOND_REASON_SENT)
		return XDPBOND_NEXT;
	xdpbond_count_reason(bond, ctx, class);
	return XDP_PASS;
}
