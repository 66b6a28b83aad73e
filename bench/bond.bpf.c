// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A bond as an application builds it, every option a constant: BENCH_MODE and BENCH_HASH are given by the build.
// Four bonds, named after what they do besides choosing a slave, each with all that those before it do.

#include <xdpbond/bpf/xdpbond.bpf.h>

XDPBOND_BOND(choice, 4, .mode = BENCH_MODE, .hash = BENCH_HASH, .statistics = 0, .carrier_check = 0,
	     .control_frames = XDPBOND_CONTROL_NONE);
XDPBOND_BOND(statistics, 4, .mode = BENCH_MODE, .hash = BENCH_HASH, .carrier_check = 0,
	     .control_frames = XDPBOND_CONTROL_NONE);
XDPBOND_BOND(control, 4, .mode = BENCH_MODE, .hash = BENCH_HASH, .carrier_check = 0);
XDPBOND_BOND(carrier, 4, .mode = BENCH_MODE, .hash = BENCH_HASH);

XDPBOND_PROGRAM(send_choice)
{
	return xdpbond_xmit(choice, ctx);
}

XDPBOND_PROGRAM(send_statistics)
{
	return xdpbond_xmit(statistics, ctx);
}

XDPBOND_PROGRAM(send_control)
{
	return xdpbond_xmit(control, ctx);
}

XDPBOND_PROGRAM(send_carrier)
{
	return xdpbond_xmit(carrier, ctx);
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
