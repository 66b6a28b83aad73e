/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#pragma once
/* A stage: drops IPv4 frames whose source address is in the map `blocked`. */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__type(key, __be32);
	__type(value, __u8);
} blocked SEC(".maps");

static inline int drop_blocked(struct xdp_md *ctx)
{
	const __u8 *p = xdpbond_at(xdpbond_frame_of(ctx), 0, XDPBOND_ETH_SIZE + 20);
	__be32 source;

	if (!p || xdpbond_be16(p + 12) != XDPBOND_ETH_IPV4)
		return XDPBOND_NEXT;
	source = xdpbond_u32(p + XDPBOND_ETH_SIZE + 12);
	return bpf_map_lookup_elem(&blocked, &source) ? XDP_DROP : XDPBOND_NEXT;
}
