/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#pragma once

static inline bool is_port(struct xdp_md *ctx, __u32 ifindex)
{
	return ctx->ingress_ifindex == ifindex;
}
