// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/bpf/xdpbond.bpf.h>

#include "port.h"

XDPBOND_BOND(pair, 2, .mode = XDPBOND_MODE_ACTIVE_BACKUP);

XDPBOND_PROGRAM(filter)
{
	return is_port(ctx, 1) ? XDP_PASS : xdpbond_xmit(pair, ctx);
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
