// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Counts what the kernel loses of the frames that a bond's program has sent, where it tells: at tracepoints.
//
// The loader puts the bond's own maps in the place of those here. The tracepoints tell of every bond and program on the
// machine: what is not this bond's is left out. xdp_devmap_xmit and xdp_bulk_tx also come where nothing was lost, once
// for a bulk of frames.

#include <linux/bpf.h>
#include <linux/errno.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include <xdpbond/bpf/errors.bpf.h>

/* A tracepoint has the arguments it has. */
#pragma clang diagnostic ignored "-Wunused-parameter"

/* What is read of the kernel's structures; found in the running kernel by CO-RE. */
struct net {
	__u64 net_cookie;
} __attribute__((preserve_access_index));

typedef struct {
	struct net *net;
} __attribute__((preserve_access_index)) possible_net_t;

struct net_device {
	__u32 ifindex;
	possible_net_t nd_net;
} __attribute__((preserve_access_index));

struct bpf_map {
	__u32 id;
} __attribute__((preserve_access_index));

struct bpf_prog;

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct xdpbond_table);
} table SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 2);
	__uint(key_size, sizeof(__u32));
	__array(values, struct {
		__uint(type, BPF_MAP_TYPE_DEVMAP_HASH);
		__uint(max_entries, XDPBOND_SLAVES_MAX);
		__uint(key_size, sizeof(__u32));
		__uint(value_size, sizeof(struct bpf_devmap_val));
	});
} flood SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__uint(max_entries, XDPBOND_ERRORS_MAX);
	__type(key, struct xdpbond_error_key);
	__type(value, __u64);
} errors SEC(".maps");

const volatile __u32 slaves_id; /* of <bond>_slaves */
const volatile __u64 netns;	/* cookie of the bond's network namespace */

/* The slot of a port of this bond; XDPBOND_SLOT_NONE for other interfaces. */
static __u32 slot_of(const struct net_device *device)
{
	const struct xdpbond_half *half;
	struct xdpbond_table *now;
	__u32 zero = 0;

	if (device->nd_net.net->net_cookie != netns)
		return XDPBOND_SLOT_NONE;
	now = bpf_map_lookup_elem(&table, &zero);
	if (!now)
		return XDPBOND_SLOT_NONE;
	half = &now->half[*(volatile __u32 *)&now->selector & 1];
	if (half->peer.ifindex == device->ifindex)
		return half->peer.slot;
	for (__u32 place = 0; place < XDPBOND_SLAVES_MAX; place++)
		if (place < half->slaves && half->slave[place].ifindex == device->ifindex)
			return half->slave[place].slot;
	return XDPBOND_SLOT_NONE;
}

/* Whether a half's device map is this one. */
static bool is_flood_of(__u32 half, __u32 map_id)
{
	struct bpf_map *set = bpf_map_lookup_elem(&flood, &half);

	return set && set->id == map_id;
}

/* Whether the bond's program cannot ask every device of a half. Places that are not used are all zero. */
static bool has_unknown_device(__u32 half)
{
	struct xdpbond_table *now;
	bool unknown = false;
	__u32 zero = 0;

	now = bpf_map_lookup_elem(&table, &zero);
	if (!now)
		return false;
	for (__u32 place = 0; place < XDPBOND_SLAVES_MAX; place++) {
		const struct xdpbond_port *port = &now->half[half & 1].sender[place];

		unknown |= port->ifindex && !port->device;
	}
	return unknown;
}

static void count(__u32 slot, int error, __u64 frames)
{
	xdpbond_count_error(&errors, slot, error < 0 ? -error : error, frames);
}

/*
 * A broadcast ended: for want of memory, or, where its frame came in on a port in generic mode, at a slave that is down
 * or too small. That the bond's program has counted by itself if it knows the slaves' devices.
 *
 * No loop over the halves: Linux 6.1 loses count of a key on the stack, and takes a loop over it for an endless one.
 */
static void count_broadcast(__u32 map_id, int error)
{
	__u32 half = 0;

	if (is_flood_of(1, map_id))
		half = 1;
	else if (!is_flood_of(0, map_id))
		return;
	if ((error == -ENETDOWN || error == -EMSGSIZE) && !has_unknown_device(half))
		return;
	count(XDPBOND_SLOT_NONE, error, 1);
}

/* A frame was refused before it was queued: not ready, down, too long. */
SEC("tp_btf/xdp_redirect_err")
int BPF_PROG(redirect_err, const struct net_device *from, const struct bpf_prog *program, const void *target, int error,
	     int map_type, __u32 map_id, __u32 index)
{
	if (map_id == slaves_id)
		count(index, error, 1);
	else if (map_id)
		count_broadcast(map_id, error);
	return 0;
}

/* A bulk of redirected frames was given to the driver. */
SEC("tp_btf/xdp_devmap_xmit")
int BPF_PROG(devmap_xmit, const struct net_device *from, const struct net_device *to, int sent, int drops, int error)
{
	__u32 slot;

	if (drops <= 0)
		return 0;
	slot = slot_of(to);
	if (slot != XDPBOND_SLOT_NONE)
		count(slot, error, drops);
	return 0;
}

/* A bulk of frames went back out of the port that they came from (XDP_TX). */
SEC("tp_btf/xdp_bulk_tx")
int BPF_PROG(bulk_tx, const struct net_device *port, int sent, int drops, int error)
{
	__u32 slot;

	if (drops <= 0)
		return 0;
	slot = slot_of(port);
	if (slot != XDPBOND_SLOT_NONE)
		count(slot, error, drops);
	return 0;
}

/* Drivers without bulks tell of a lost XDP_TX here, without an errno. */
SEC("tp_btf/xdp_exception")
int BPF_PROG(exception, const struct net_device *port, const struct bpf_prog *program, __u32 action)
{
	__u32 slot;

	if (action != XDP_TX)
		return 0;
	slot = slot_of(port);
	if (slot != XDPBOND_SLOT_NONE)
		count(slot, 0, 1);
	return 0;
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
