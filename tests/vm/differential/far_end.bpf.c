// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The far ends of the slaves: through which of them frames came, in order. And what a kernel bond is given to run.

#include <linux/bpf.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "far_end.h"

volatile __u8 place_of[FAR_END_IFINDEXES]; /* a far end's ifindex → its slave's number + 1; 0: not one of ours */
volatile __u8 places[FAR_END_FRAMES];	   /* numbers + 1 of the slaves that sent, a ring */
volatile __u32 seen;			   /* how many there were */

/* A kernel bond's own, which nobody asked for. */
static int is_lacp(void *data, void *data_end)
{
	__u8 *frame = data;

	return data + 15 <= data_end && frame[12] == 0x88 && frame[13] == 0x09 && frame[14] == 1;
}

const volatile __u32 lacp_is_noise;

SEC("xdp")
int far_end(struct xdp_md *ctx)
{
	__u32 ifindex = ctx->ingress_ifindex;

	if (ifindex >= FAR_END_IFINDEXES || !place_of[ifindex])
		return XDP_PASS;
	if (lacp_is_noise && is_lacp((void *)(long)ctx->data, (void *)(long)ctx->data_end))
		return XDP_DROP;
	places[seen % FAR_END_FRAMES] = place_of[ifindex];
	seen++; /* one CPU */
	return XDP_DROP;
}

SEC("xdp")
int through_the_bond(struct xdp_md *ctx __attribute__((unused)))
{
	return XDP_TX;
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
