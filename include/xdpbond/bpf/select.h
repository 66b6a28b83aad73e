// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Which slave sends: the kernel's slave choice of every mode, over one half of a bond's table.
//
// Pure: the same functions run in the kernel, where xdpbond_carrier() looks at the device, and on the host, where the
// flag XDPBOND_PORT_NO_CARRIER stands for a device without carrier.

#include "abi.h"

/* How carrier is seen. The host knows OFF and ON; the kernel program also how to reach the device. */
enum xdpbond_carrier_check {
	XDPBOND_CARRIER_OFF = 0,  /* not at all: the table's word is enough */
	XDPBOND_CARRIER_ON = 1,	  /* kernel: by bpf_probe_read_kernel() */
	XDPBOND_CARRIER_CAST = 2, /* kernel: by bpf_rdonly_cast(), cheaper, 6.2 and later */
};

/* The place of a choice that found no slave. */
#define XDPBOND_NOWHERE XDPBOND_SLAVES_MAX

/* A choice: the slave is ports[place]. */
struct xdpbond_choice {
	const struct xdpbond_port *ports; /* the array of the half that it was made from */
	__u32 count;			  /* used places of ports[] */
	__u32 place;			  /* XDPBOND_NOWHERE: no slave is alive */
	__u32 reason;			  /* XDPBOND_REASON_SENT, _CARRIER (the first choice was dead) or _NO_SLAVE */
};

#ifdef __bpf__
/* Whether the slave's device is up and has carrier at this moment: carrier.bpf.h. */
XDPBOND_FN bool xdpbond_carrier(const struct xdpbond_port *port, __u32 carrier_check);
#else
XDPBOND_CONSTEXPR bool xdpbond_carrier(const struct xdpbond_port *port, __u32 carrier_check)
{
	(void)carrier_check;
	return !(port->flags & XDPBOND_PORT_NO_CARRIER);
}
#endif

/* Who is alive, for sending and receiving alike: usable in the table, and with carrier where that is checked. */
XDPBOND_CONSTEXPR bool xdpbond_alive(const struct xdpbond_port *port, __u32 carrier_check)
{
	if (!(port->flags & XDPBOND_PORT_USABLE))
		return false;
	return carrier_check == XDPBOND_CARRIER_OFF || xdpbond_carrier(port, carrier_check);
}

/*
 * The place `step` steps after `start` in an array with `count` used places (at least one), round the end; going
 * round ends where it comes back to `start`. For the verifier a remainder is an unknown number: it would follow every
 * place of a loop, and every count compared with it, through all that comes after the loop.
 */
XDPBOND_CONSTEXPR __u32 xdpbond_step(__u32 start, __u32 step, __u32 count)
{
	__u32 place = (start + step) % count;

	XDPBOND_OPAQUE(place);
	return place;
}

/* key % count, without a division where count is a power of two; key & ~0 where it is 0. */
XDPBOND_CONSTEXPR __u32 xdpbond_remainder(__u32 key, __u32 count)
{
	__u32 mask = count - 1;

	return XDPBOND_UNLIKELY(count & mask) ? key % count : key & mask;
}

/* How many of ports[count] are alive; count is at least 1. */
XDPBOND_RARE __u32 xdpbond_count_alive(const struct xdpbond_port *ports, __u32 count, __u32 carrier_check)
{
	__u32 alive = count;

	for (__u32 step = 0; step < XDPBOND_SLAVES_MAX; step++) {
		__u32 place = xdpbond_step(0, step, count);

		if (step && place == 0)
			break;
		if (!xdpbond_alive(&ports[place & (XDPBOND_SLAVES_MAX - 1)], carrier_check))
			alive--;
	}
	return alive;
}

/*
 * The alive slave of ports[count] after skipping `skip` alive ones, from place `start` on and round the end; the last
 * alive one where there are not so many, XDPBOND_NOWHERE where there is none. count is at least 1.
 */
XDPBOND_RARE __u32 xdpbond_nth_alive(const struct xdpbond_port *ports, __u32 count, __u32 start, __u32 skip,
				     __u32 carrier_check)
{
	__u32 found = XDPBOND_NOWHERE;

	for (__u32 step = 0; step < XDPBOND_SLAVES_MAX; step++) {
		__u32 place = xdpbond_step(start, step, count);

		if (step && place == start)
			break;
		if (!xdpbond_alive(&ports[place & (XDPBOND_SLAVES_MAX - 1)], carrier_check))
			continue;
		found = place;
		if (!skip--)
			break;
	}
	return found;
}

/*
 * What a choice is made from, beside the table: the frame's hash, or balance-rr's turn, in the low 32 bits; 0 in the
 * other modes. XDPBOND_KEY_ACTIVE: the active slave's, whatever the mode (IGMP in balance-rr).
 */
#define XDPBOND_KEY_ACTIVE (1ull << 32)

/*
 * The first choice, before anybody has looked whether that slave is alive.
 *  - balance-xor, 802.3ad: usable[hash % count]
 *  - balance-rr: slave[turn % count], dead ones counted as the kernel does; with rr_slaves = usable only usable ones
 *  - active-backup: the most preferred
 *  - broadcast: the first usable, which is right where there is no other
 */
XDPBOND_CONSTEXPR struct xdpbond_choice xdpbond_first(const struct xdpbond_half *half, __u32 mode, __u32 rr_slaves,
						      __u64 key)
{
	struct xdpbond_choice choice = {half->sender, half->usable, XDPBOND_NOWHERE, XDPBOND_REASON_NO_SLAVE};

	if (mode == XDPBOND_MODE_ACTIVE_BACKUP || key & XDPBOND_KEY_ACTIVE) {
		choice.ports = half->preference;
		choice.count = half->preferred;
		key = 0;
	} else if (mode == XDPBOND_MODE_BALANCE_RR && rr_slaves == XDPBOND_RR_ALL) {
		choice.ports = half->slave;
		choice.count = half->slaves;
	}
	if (XDPBOND_LIKELY(choice.count != 0)) {
		choice.place = (__u32)key % choice.count;
		choice.reason = XDPBOND_REASON_SENT;
	}
	return choice;
}

/* The slave of a choice; meaningless where its place is XDPBOND_NOWHERE. */
XDPBOND_CONSTEXPR const struct xdpbond_port *xdpbond_chosen(const struct xdpbond_choice *choice)
{
	return &choice->ports[choice->place & (XDPBOND_SLAVES_MAX - 1)];
}

/*
 * The choice: the first one if it is alive. Else, in balance-xor and 802.3ad, where the kernel would send this hash
 * without the dead slaves, so that only their flows move; in balance-rr with rr_slaves = usable each alive slave in
 * turn; in the other modes the next alive one in order.
 */
XDPBOND_CONSTEXPR struct xdpbond_choice xdpbond_choose(const struct xdpbond_half *half, __u32 mode, __u32 rr_slaves,
						       __u64 key, __u32 carrier_check)
{
	struct xdpbond_choice choice = xdpbond_first(half, mode, rr_slaves, key);
	const struct xdpbond_port *first = xdpbond_chosen(&choice);
	__u32 start = choice.place, skip = 0;

	if (choice.reason != XDPBOND_REASON_SENT || XDPBOND_LIKELY(xdpbond_alive(first, carrier_check)))
		return choice;
	if (mode == XDPBOND_MODE_BALANCE_XOR || mode == XDPBOND_MODE_8023AD ||
	    (mode == XDPBOND_MODE_BALANCE_RR && rr_slaves == XDPBOND_RR_USABLE && !(key & XDPBOND_KEY_ACTIVE))) {
		__u32 alive = xdpbond_count_alive(choice.ports, choice.count, carrier_check);
		/* A dead slave's turns go round the others, one further each time: none gets more than its share. */
		__u32 share = mode == XDPBOND_MODE_BALANCE_RR ? (__u32)key / choice.count : (__u32)key;

		start = 0;
		skip = alive ? share % alive : 0;
	}
	choice.place = xdpbond_nth_alive(choice.ports, choice.count, start, skip, carrier_check);
	if (mode == XDPBOND_MODE_8023AD && choice.place == XDPBOND_NOWHERE && half->preferred) {
		/* Without LACP one slave sends at a time: the next in line takes over, as the kernel's does. */
		choice.ports = half->preference;
		choice.count = half->preferred;
		choice.place = xdpbond_nth_alive(choice.ports, choice.count, 0, 0, carrier_check);
	}
	if (choice.place == XDPBOND_NOWHERE)
		choice.reason = XDPBOND_REASON_NO_SLAVE;
	else if (first->flags & XDPBOND_PORT_USABLE) /* else the table knew, and the kernel would do the same */
		choice.reason = XDPBOND_REASON_CARRIER;
	return choice;
}

/* balance-rr's turn: the kernel's per-CPU counter, raised for this frame, shared out by packets_per_slave (not 0). */
XDPBOND_CONSTEXPR __u32 xdpbond_turn(__u32 counter, __u32 packets_per_slave)
{
	return packets_per_slave == 1 ? counter : counter / packets_per_slave;
}

/* Whether an interface is one of the bond's slaves, usable or not. */
XDPBOND_RARE bool xdpbond_is_slave(const struct xdpbond_half *half, __u32 ifindex)
{
	for (__u32 place = 0; place < XDPBOND_SLAVES_MAX; place++) {
		if (place >= half->slaves)
			break;
		if (half->slave[place].ifindex == ifindex)
			return true;
	}
	return false;
}

/* active-backup: whether a frame from this interface arrived on a back-up slave, given who is active. */
XDPBOND_CONSTEXPR bool xdpbond_is_backup(const struct xdpbond_half *half, const struct xdpbond_choice *active,
					 __u32 ifindex)
{
	if (active->reason == XDPBOND_REASON_NO_SLAVE || XDPBOND_LIKELY(xdpbond_chosen(active)->ifindex == ifindex))
		return false;
	return xdpbond_is_slave(half, ifindex);
}
