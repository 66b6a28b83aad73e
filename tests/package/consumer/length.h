/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#pragma once

static inline int drop_longer(struct xdp_md *ctx, __u32 bytes)
{
	return bpf_xdp_get_buff_len(ctx) > bytes ? XDP_DROP : XDPBOND_NEXT;
}
