// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Makes numbered test frames: run with BPF_PROG_TEST_RUN on live frames, it writes one frame a run and sends it
// out of the port that the run names as its ingress.

#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "layout.h"

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, TRAFFIC_FRAMES);
	__type(key, __u32);
	__type(value, struct traffic_pattern);
} patterns SEC(".maps");

const volatile __u32 frames; /* patterns in use */
__u64 number;                /* of the next frame; one sender runs at a time */
__u32 turn;                  /* number % frames */

SEC("xdp")
int traffic_send(struct xdp_md *ctx)
{
	void *data = (void *)(long)ctx->data;
	struct traffic_pattern *to = data, *from;
	struct traffic_trailer *trailer = data + TRAFFIC_PATTERN;
	__u32 frame = turn;

	if (data + TRAFFIC_SIZE > (void *)(long)ctx->data_end)
		return XDP_ABORTED;
	from = bpf_map_lookup_elem(&patterns, &frame);
	if (!from)
		return XDP_ABORTED;
	*to = *from;
	trailer->magic = TRAFFIC_MAGIC;
	trailer->frame = frame;
	trailer->number = number++;
	turn = frame + 1 < frames ? frame + 1 : 0;
	return XDP_TX;
}

char traffic_license[] SEC("license") = "Dual BSD/GPL";
