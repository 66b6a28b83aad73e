// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "hash_in_c.h"

#include <xdpbond/bpf/control.h>
#include <xdpbond/bpf/hash.h>

__u32 hash_in_c(const __u8 *data, size_t size, __u32 policy, __u32 version)
{
	struct xdpbond_frame frame = {data, data + size};

	return xdpbond_hash(frame, policy, version);
}

__u32 control_class_in_c(const __u8 *data, size_t size, __u32 control_frames)
{
	struct xdpbond_frame frame = {data, data + size};

	return xdpbond_control_class(frame, control_frames);
}
