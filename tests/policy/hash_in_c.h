// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The headers as a C program has them.

#include <xdpbond/bpf/portable.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

__u32 hash_in_c(const __u8 *data, size_t size, __u32 policy, __u32 version);
__u32 control_class_in_c(const __u8 *data, size_t size, __u32 control_frames);

#ifdef __cplusplus
}
#endif
