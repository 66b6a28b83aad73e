/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#pragma once
/* What an application brings along for its program: a stage and a condition. */

static inline bool is_longer(struct xdp_md *ctx, __u32 bytes)
{
	return ctx->data_end - ctx->data > bytes;
}

static inline int drop_longer(struct xdp_md *ctx, __u32 bytes)
{
	return is_longer(ctx, bytes) ? XDP_DROP : XDPBOND_NEXT;
}
