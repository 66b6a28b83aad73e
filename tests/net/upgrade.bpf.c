// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// One program in several versions: VERSION 2 has other instructions, ERRORS another number of entries in a map.

#include <xdpbond/bpf/xdpbond.bpf.h>

#ifdef ERRORS
#undef XDPBOND_ERRORS_MAX
#define XDPBOND_ERRORS_MAX ERRORS
#endif

XDPBOND_BOND_TUNABLE(mine, 8, .mode = XDPBOND_MODE_BALANCE_RR);

XDPBOND_PROGRAM(first)
{
	asm volatile("r0 = %0" ::"i"(VERSION) : "r0");
	return xdpbond_xmit(mine, ctx);
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
