// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The far end: records every numbered frame and takes it off the wire; counts all others and passes them up.

#include <stdbool.h>
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "layout.h"

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, TRAFFIC_FRAMES);
	__type(key, __u32);
	__type(value, struct traffic_pattern);
} patterns SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, TRAFFIC_PORTS);
	__type(key, __u32); /* ifindex */
	__type(value, __u32); /* port */
} port_of SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, TRAFFIC_PORTS);
	__type(key, __u32);
	__type(value, struct traffic_port);
} ports SEC(".maps");

/* One byte a number, one bit a port. Sized by the host. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u64);
} seen SEC(".maps");

static bool differs(const struct traffic_pattern *frame, __u32 index)
{
	const struct traffic_pattern *pattern = bpf_map_lookup_elem(&patterns, &index);
	__u64 difference = 0;

	if (!pattern)
		return true;
#pragma unroll
	for (int i = 0; i < TRAFFIC_PATTERN / 8; i++)
		difference |= frame->word[i] ^ pattern->word[i];
	return difference != 0;
}

/* Notes the number; true where this port had it before. */
static bool again(__u64 number, __u32 port)
{
	__u32 word = number / 8;
	__u64 bit = 1ull << (number % 8 * 8 + port);
	__u64 *record = bpf_map_lookup_elem(&seen, &word);

	return record && (__sync_fetch_and_or(record, bit) & bit);
}

SEC("xdp")
int traffic_receive(struct xdp_md *ctx)
{
	void *data = (void *)(long)ctx->data;
	struct traffic_trailer *trailer = data + TRAFFIC_PATTERN;
	__u32 ifindex = ctx->ingress_ifindex;
	__u32 *number_of_port = bpf_map_lookup_elem(&port_of, &ifindex);
	struct traffic_port *port;
	__u32 frame;

	if (!number_of_port || *number_of_port >= TRAFFIC_PORTS)
		return XDP_PASS;
	port = bpf_map_lookup_elem(&ports, number_of_port);
	if (!port)
		return XDP_PASS;
	if (data + TRAFFIC_SIZE > (void *)(long)ctx->data_end || trailer->magic != TRAFFIC_MAGIC ||
	    trailer->frame >= TRAFFIC_FRAMES) {
		__sync_fetch_and_add(&port->other, 1);
		return XDP_PASS;
	}
	frame = trailer->frame;
	__sync_fetch_and_add(&port->packets, 1);
	__sync_fetch_and_add(&port->per_frame[frame], 1);
	if (differs(data, frame))
		__sync_fetch_and_add(&port->altered, 1);
	if (again(trailer->number, *number_of_port))
		__sync_fetch_and_add(&port->duplicates, 1);
	if (trailer->number < port->next[frame])
		__sync_fetch_and_add(&port->reordered, 1);
	else
		port->next[frame] = trailer->number + 1;
	return XDP_DROP;
}

char traffic_license[] SEC("license") = "Dual BSD/GPL";
