// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What a bond is compared with: sending without any choice, and balance-rr with one counter for all CPUs.

#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include <xdpbond/bpf/abi.h>

/* As <bond>_slaves. */
struct {
	__uint(type, BPF_MAP_TYPE_DEVMAP_HASH);
	__uint(max_entries, XDPBOND_SLOTS_MAX);
	__type(key, __u32);
	__type(value, struct bpf_devmap_val);
} ports SEC(".maps");

/* The cheapest redirect there is. */
struct {
	__uint(type, BPF_MAP_TYPE_DEVMAP);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct bpf_devmap_val);
} port SEC(".maps");

const volatile __u32 ports_used = 1;

__u32 shared_turn;

SEC("xdp.frags") int xdp_tx(struct xdp_md *ctx __attribute__((unused)))
{
	return XDP_TX;
}

SEC("xdp.frags") int xdp_drop(struct xdp_md *ctx __attribute__((unused)))
{
	return XDP_DROP;
}

SEC("xdp.frags") int redirect_map(struct xdp_md *ctx __attribute__((unused)))
{
	return bpf_redirect_map(&ports, 0, XDP_DROP);
}

SEC("xdp.frags") int redirect_array(struct xdp_md *ctx __attribute__((unused)))
{
	return bpf_redirect_map(&port, 0, XDP_DROP);
}

SEC("xdp.frags") int shared_counter(struct xdp_md *ctx __attribute__((unused)))
{
	__u32 turn = __sync_fetch_and_add(&shared_turn, 1);

	return bpf_redirect_map(&ports, turn % ports_used, XDP_DROP);
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
