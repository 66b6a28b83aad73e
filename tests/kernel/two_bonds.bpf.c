// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Two bonds in one object, and a bond's parts taken one by one.

#include <xdpbond/bpf/xdpbond.bpf.h>

XDPBOND_BOND(left, 4, .mode = XDPBOND_MODE_ACTIVE_BACKUP);
XDPBOND_BOND(right, 8, .mode = XDPBOND_MODE_BALANCE_XOR, .hash = XDPBOND_HASH_LAYER2);

/* What the rules of one bond let through leaves through the other. */
XDPBOND_PROGRAM(between)
{
	int verdict = xdpbond_ingress(left, ctx);

	if (verdict != XDPBOND_NEXT)
		return verdict;
	return xdpbond_transmit(right, ctx);
}

/* A forward program made by hand that drops what is not for a group. */
XDPBOND_PROGRAM(groups)
{
	if (!xdpbond_is_multicast(ctx))
		return XDP_DROP;
	if (xdpbond_from_peer(left, ctx))
		return xdpbond_transmit(left, ctx);
	return xdpbond_to_peer(left, ctx);
}

/* Without the rules of a bond, not even link-local control frames stay. */
XDPBOND_PROGRAM(all)
{
	return xdpbond_transmit(right, ctx);
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
