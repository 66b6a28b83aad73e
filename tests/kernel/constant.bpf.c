// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The built-in programs as an application builds them: every option a constant. The build gives mode and policy.

#include <xdpbond/bpf/xdpbond.bpf.h>

XDPBOND_BOND(bond, XDPBOND_SLAVES_MAX, .mode = XDPBOND_TEST_MODE, .hash = XDPBOND_TEST_HASH);

XDPBOND_PROGRAM(tx)
{
	return xdpbond_xmit(bond, ctx);
}

XDPBOND_PROGRAM(forward)
{
	return xdpbond_forward(bond, ctx);
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
