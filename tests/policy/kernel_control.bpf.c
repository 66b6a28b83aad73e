// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The class of a control frame, as the verdict of an XDP program.

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

#include <xdpbond/bpf/control.h>

static __attribute__((always_inline)) inline struct xdpbond_frame whole(struct xdp_md *ctx)
{
	struct xdpbond_frame frame = {(const __u8 *)(long)ctx->data, (const __u8 *)(long)ctx->data_end, ctx};

	return frame;
}

SEC("xdp.frags")
int by_default(struct xdp_md *ctx)
{
	return xdpbond_control_class(whole(ctx), XDPBOND_CONTROL_DEFAULT);
}

SEC("xdp.frags")
int link_local(struct xdp_md *ctx)
{
	return xdpbond_control_class(whole(ctx), XDPBOND_CONTROL_LINK_LOCAL);
}

SEC("xdp.frags")
int none(struct xdp_md *ctx)
{
	return xdpbond_control_class(whole(ctx), XDPBOND_CONTROL_NONE);
}

SEC("xdp.frags")
int is_igmp(struct xdp_md *ctx)
{
	return xdpbond_is_igmp(whole(ctx));
}

char _license[] SEC("license") = "Dual BSD/GPL";
