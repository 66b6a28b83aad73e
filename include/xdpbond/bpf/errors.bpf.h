// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// <bond>_errors: frames that were handed to the kernel for a slave and lost there, by slave and errno.

#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "abi.h"

/* Adds lost frames. Two CPUs may make an entry at once: then the second one finds that of the first. */
XDPBOND_FN void xdpbond_count_error(void *errors, __u32 slot, __u32 error, __u64 frames)
{
	struct xdpbond_error_key key = {.slot = slot, .error = error};
	__u64 *count = bpf_map_lookup_elem(errors, &key);

	if (!count && bpf_map_update_elem(errors, &key, &frames, BPF_NOEXIST))
		count = bpf_map_lookup_elem(errors, &key);
	else if (!count)
		return;
	if (count)
		*count += frames;
}
