// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The in-band carrier check: whether a slave's device is up and has carrier at the moment a frame wants to leave.
//
// Notice of a lost carrier reaches user space up to a second late; the device itself knows at once. The table holds
// its kernel address (xdpbond_port.device), found when the slave was published.

#include <linux/bpf.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#include "select.h"

/* What is read of the kernel's struct net_device; found in the running kernel by CO-RE. */
struct net_device___xdpbond {
	unsigned long state;
} __attribute__((preserve_access_index));

/* Bits of net_device.state (enum netdev_state_t). */
#define XDPBOND_DEVICE_UP	  (1ul << 0) /* __LINK_STATE_START */
#define XDPBOND_DEVICE_NO_CARRIER (1ul << 2) /* __LINK_STATE_NOCARRIER */

/* Since 6.2; the loader says in xdpbond_about.have_cast whether it is there. */
extern void *bpf_rdonly_cast(const void *address, __u32 btf_id) __ksym __weak;

/* net_device.state of a device; 0 where it cannot be read. */
XDPBOND_FN unsigned long xdpbond_device_state(const struct net_device___xdpbond *device, __u32 carrier_check)
{
	unsigned long state;

	if (carrier_check == XDPBOND_CARRIER_CAST) {
		device = bpf_rdonly_cast(device, bpf_core_type_id_kernel(struct net_device___xdpbond));
		return device->state;
	}
	if (bpf_core_read(&state, sizeof(state), &device->state))
		return 0;
	return state;
}

/*
 * Whether net_device.state says so; false where the device is not known. A device that is gone reads as 0, or as
 * what is there now: its key has left the device map by then.
 */
XDPBOND_FN bool xdpbond_device_carrier(const struct xdpbond_port *port, __u32 carrier_check)
{
	const struct net_device___xdpbond *device = (const void *)(unsigned long)port->device;
	unsigned long state = xdpbond_device_state(device, carrier_check);

	return (state & (XDPBOND_DEVICE_UP | XDPBOND_DEVICE_NO_CARRIER)) == XDPBOND_DEVICE_UP;
}

XDPBOND_FN bool xdpbond_carrier(const struct xdpbond_port *port, __u32 carrier_check)
{
	return XDPBOND_UNLIKELY(!port->device) || xdpbond_device_carrier(port, carrier_check);
}
