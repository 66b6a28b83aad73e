// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Mode broadcast: one slave's copy. Is one meant for it, and does the kernel make it?
//
// In native mode the kernel skips a device that it cannot send to and tells nobody; in generic mode it gives the frame
// up there, and its tracepoint does not name the device. What is_valid_dst() and xdp_ok_fwd_dev() in the kernel ask is
// therefore asked here, a moment before. What a driver loses of the copies that are made it tells at a tracepoint:
// control/errors.bpf.c counts that, and nothing here does.

#include "carrier.bpf.h"
#include "errors.bpf.h"
#include "maps.bpf.h"

struct net_device_ops___xdpbond {
	void *ndo_xdp_xmit;
} __attribute__((preserve_access_index));

struct net_device___target {
	unsigned int flags;
	unsigned int mtu;
	unsigned short hard_header_len;
	const struct net_device_ops___xdpbond *netdev_ops;
	__u32 xdp_features; /* since 6.3 */
} __attribute__((preserve_access_index));

#define XDPBOND_DEVICE_IFF_UP 1u	/* IFF_UP */
#define XDPBOND_NDO_XMIT      (1u << 2) /* NETDEV_XDP_ACT_NDO_XMIT */
#define XDPBOND_VLAN_SIZE     4

/* errno, as in the kernel's tracepoints. */
enum xdpbond_copy_error {
	XDPBOND_COPY_EMSGSIZE = 90,   /* longer than the slave's MTU allows */
	XDPBOND_COPY_EOPNOTSUPP = 95, /* takes no redirected frames */
	XDPBOND_COPY_ENETDOWN = 100,
	XDPBOND_COPY_ECANCELED = 125, /* generic mode: given up at a slave before this one */
};

/* What <bond>_copy answers, and is told when it is asked for the next slave. */
enum xdpbond_copied {
	XDPBOND_COPIED = 1u << 0, /* a copy is meant for this slave */
	XDPBOND_COPIED_ANY = 1u << 1,
	XDPBOND_COPIED_DEAD = 1u << 2,	  /* some slave has lost carrier */
	XDPBOND_COPIED_NO_MORE = 1u << 3, /* generic mode: the kernel gives the frame up at one of these slaves */
};

/* What the kernel asks of a device. */
struct xdpbond_target {
	__u64 takes; /* not 0: redirected frames */
	__u32 flags;
	__u32 mtu;
	__u16 header;
};

/*
 * xdp_features say more than a kernel before 6.3 knows, which looks for ndo_xdp_xmit() alone: it makes a copy for a
 * veth whose far end is not ready, and the driver loses that and tells.
 */
XDPBOND_FN struct xdpbond_target xdpbond_cast_target(__u64 address)
{
	const struct net_device___target *device =
	    bpf_rdonly_cast((const void *)(unsigned long)address, bpf_core_type_id_kernel(struct net_device___target));
	struct xdpbond_target target = {
	    .flags = device->flags,
	    .mtu = device->mtu,
	    .header = device->hard_header_len,
	};

	if (bpf_core_field_exists(device->xdp_features))
		target.takes = device->xdp_features & XDPBOND_NDO_XMIT;
	else
		target.takes = (unsigned long)device->netdev_ops->ndo_xdp_xmit;
	return target;
}

/* The same by bpf_probe_read_kernel(). False where the device cannot be read. */
XDPBOND_FN bool xdpbond_probe_target(__u64 address, struct xdpbond_target *target)
{
	const struct net_device___target *device = (const void *)(unsigned long)address;
	const struct net_device_ops___xdpbond *operations;
	__u32 features;

	if (bpf_core_read(&target->flags, sizeof(target->flags), &device->flags) ||
	    bpf_core_read(&target->mtu, sizeof(target->mtu), &device->mtu) ||
	    bpf_core_read(&target->header, sizeof(target->header), &device->hard_header_len))
		return false;
	if (bpf_core_field_exists(device->xdp_features)) {
		if (bpf_core_read(&features, sizeof(features), &device->xdp_features))
			return false;
		target->takes = features & XDPBOND_NDO_XMIT;
		return true;
	}
	return !bpf_core_read(&operations, sizeof(operations), &device->netdev_ops) &&
	       !bpf_core_read(&target->takes, sizeof(target->takes), &operations->ndo_xdp_xmit);
}

/* In the kernel's order. Through the stack, in generic mode, every device takes frames. */
XDPBOND_FN __u32 xdpbond_target_error(struct xdpbond_target target, __u32 generic, __u64 bytes)
{
	if (!generic && !target.takes)
		return XDPBOND_COPY_EOPNOTSUPP;
	if (!(target.flags & XDPBOND_DEVICE_IFF_UP))
		return XDPBOND_COPY_ENETDOWN;
	if (bytes > (__u64)target.mtu + target.header + XDPBOND_VLAN_SIZE)
		return XDPBOND_COPY_EMSGSIZE;
	return 0;
}

/* Why the kernel makes no copy of so many bytes for a device: enum xdpbond_copy_error; 0: it makes one. */
XDPBOND_FN __u32 xdpbond_copy_error(const struct xdpbond_bond *bond, __u64 device, __u32 generic, __u64 bytes)
{
	struct xdpbond_target target;

	if (!device)
		return 0;
	if (bond->about->have_cast)
		return xdpbond_target_error(xdpbond_cast_target(device), generic, bytes);
	return xdpbond_probe_target(device, &target) ? xdpbond_target_error(target, generic, bytes) : 0;
}

/*
 * A frame's copy for the next slave. `port`: its slot and, 16 bits higher, the flags of its place, but that
 * XDPBOND_PORT_GENERIC is that of the port that the frame came in on; `device`: that of its place. `before`: the answer
 * for the slave before it, at first 0. The answer: enum xdpbond_copied.
 *
 * As <bond>_copy it is no static function and gets numbers only: the verifier follows it once, whatever they are, and
 * takes the answer for an unknown number, so that the loop over slaves that calls it has one way to go.
 */
XDPBOND_FN int xdpbond_copy(const struct xdpbond_bond *bond, __u64 device, __u32 port, __u64 bytes, __u32 before)
{
	struct xdpbond_port slave = {.device = device, .slot = port, .flags = port >> 16};
	__u32 generic = slave.flags & XDPBOND_PORT_GENERIC;
	__u32 error = XDPBOND_COPY_ECANCELED;
	bool alive;

	if (bond->options.mode != XDPBOND_MODE_BROADCAST)
		return 0;
	before &= ~XDPBOND_COPIED;
	alive = xdpbond_alive(&slave, xdpbond_carrier_check(bond));
	before |= alive ? XDPBOND_COPIED | XDPBOND_COPIED_ANY : XDPBOND_COPIED_DEAD;
	if (!(before & XDPBOND_COPIED_NO_MORE))
		error = xdpbond_copy_error(bond, device, generic, bytes);
	if (XDPBOND_LIKELY(!error))
		return before;
	if (alive)
		xdpbond_count_error(bond->errors, slave.slot, error, 1);
	return generic ? before | XDPBOND_COPIED_NO_MORE : before;
}
