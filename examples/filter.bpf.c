// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A program in plain C: one include, one bond. It lets only IP out, and a bond's own control frames up. filter.c
// runs it.

#include <xdpbond/bpf/xdpbond.bpf.h>

XDPBOND_BOND(uplink, 4, .mode = XDPBOND_MODE_BALANCE_RR, .packets_per_slave = 8);

XDPBOND_PROGRAM(filter)
{
	const __u8 *p = xdpbond_at(xdpbond_frame_of(ctx), 0, XDPBOND_ETH_SIZE);
	int verdict = xdpbond_ingress(uplink, ctx);
	__u32 ethertype;

	if (verdict != XDPBOND_NEXT)
		return verdict;

	ethertype = p ? xdpbond_be16(p + 12) : 0;
	if (ethertype != XDPBOND_ETH_IPV4 && ethertype != XDPBOND_ETH_IPV6)
		return XDP_DROP;

	return xdpbond_transmit(uplink, ctx);
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
