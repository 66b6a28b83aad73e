// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Finds the kernel's address of the device behind a key of <bond>_slaves, for xdpbond_port.device.
//
// Run by BPF_PROG_TEST_RUN when a table is published; never attached. The loader puts the bond's own map in the place
// of `slaves`, writes `slot` and reads `device`.

#include <linux/bpf.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#include <xdpbond/bpf/abi.h>

struct net_device;

/* An element of a device map; what bpf_map_lookup_elem() points to is its `val`. */
struct bpf_dtab_netdev {
	struct net_device *dev;
	struct bpf_devmap_val val;
} __attribute__((preserve_access_index));

struct {
	__uint(type, BPF_MAP_TYPE_DEVMAP_HASH);
	__uint(max_entries, XDPBOND_SLOTS_MAX);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(struct bpf_devmap_val));
} slaves SEC(".maps");

__u32 slot;
__u64 device; /* 0: nothing is there */

SEC("xdp.frags")
int resolve(struct xdp_md *ctx)
{
	__u32 key = slot;
	void *value = bpf_map_lookup_elem(&slaves, &key);
	const struct bpf_dtab_netdev *element;

	(void)ctx;
	device = 0;
	if (!value)
		return XDP_DROP;
	element = value - bpf_core_field_offset(struct bpf_dtab_netdev, val);
	bpf_core_read(&device, sizeof(device), &element->dev);
	return XDP_PASS;
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
