// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A tc program that gives every frame a VLAN tag as the kernel's own stack does: beside the frame, not in it.

#include <linux/bpf.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#define TC_ACT_OK    0
#define ETH_P_8021Q 0x8100

SEC("tc")
int tag(struct __sk_buff *skb)
{
	bpf_skb_vlan_push(skb, bpf_htons(ETH_P_8021Q), 100);
	return TC_ACT_OK;
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
