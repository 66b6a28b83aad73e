// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The one include of a BPF program that uses xdpbond:
//
//	#include <xdpbond/bpf/xdpbond.bpf.h>
//
//	XDPBOND_BOND(uplink, 4, .mode = XDPBOND_MODE_BALANCE_XOR, .hash = XDPBOND_HASH_LAYER3_4);
//
//	XDPBOND_PROGRAM(edge)
//	{
//		return xdpbond_xmit(uplink, ctx);
//	}
//
//	char LICENSE[] SEC("license") = "Dual BSD/GPL";

#include "bond.bpf.h"
#include "forward.bpf.h"
#include "stages.bpf.h"

/* An XDP program that takes frames with fragments; its body sees `struct xdp_md *ctx`. */
#define XDPBOND_PROGRAM(name) SEC("xdp.frags") int name(struct xdp_md *ctx)
