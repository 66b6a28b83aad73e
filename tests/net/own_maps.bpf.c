// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// An object as a user might build it: a tunable bond, two programs to choose from, and a map that is to be pinned.

#include <xdpbond/bpf/xdpbond.bpf.h>

XDPBOND_BOND_TUNABLE(mine, 8, .mode = XDPBOND_MODE_BALANCE_RR);

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__uint(pinning, LIBBPF_PIN_BY_NAME);
	__type(key, __u32);
	__type(value, __u64);
} seen SEC(".maps");

XDPBOND_PROGRAM(first)
{
	return xdpbond_xmit(mine, ctx);
}

XDPBOND_PROGRAM(second)
{
	__u32 zero = 0;
	__u64 *count = bpf_map_lookup_elem(&seen, &zero);

	if (count)
		__sync_fetch_and_add(count, 1);
	return xdpbond_xmit(mine, ctx);
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
