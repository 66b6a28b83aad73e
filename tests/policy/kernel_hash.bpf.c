// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// One transmit hash, as the verdict of an XDP program.

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

#include <xdpbond/bpf/hash.h>

static __attribute__((always_inline)) inline int hash(struct xdp_md *ctx, __u32 version)
{
	struct xdpbond_frame frame = {(const __u8 *)(long)ctx->data, (const __u8 *)(long)ctx->data_end, ctx};

	return (int)xdpbond_hash(frame, XDPBOND_TEST_POLICY, version);
}

SEC("xdp.frags")
int hash_6_1(struct xdp_md *ctx)
{
	return hash(ctx, XDPBOND_HASH_VERSION_6_1);
}

SEC("xdp.frags")
int hash_5_15(struct xdp_md *ctx)
{
	return hash(ctx, XDPBOND_HASH_VERSION_5_15);
}

char _license[] SEC("license") = "Dual BSD/GPL";
