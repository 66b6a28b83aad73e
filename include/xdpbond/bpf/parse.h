// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A frame and the bounds-checked way to its bytes.
//
// xdpbond_at() is the only thing that turns an offset into a pointer; the loads below take such a pointer and read
// nothing that it was not asked for. Offsets count from the first byte of the Ethernet header.

#include "portable.h"

#ifndef __bpf__
#include <string.h>
#endif

#define XDPBOND_ETH_SIZE 14 /* destination, source, ethertype */
#define XDPBOND_TAG_SIZE 4  /* one VLAN tag */

/* Ethertypes, host byte order. */
enum xdpbond_ethertype {
	XDPBOND_ETH_IPV4 = 0x0800,
	XDPBOND_ETH_ARP = 0x0806,
	XDPBOND_ETH_RARP = 0x8035,
	XDPBOND_ETH_VLAN = 0x8100,
	XDPBOND_ETH_IPV6 = 0x86dd,
	XDPBOND_ETH_MPLS = 0x8847,
	XDPBOND_ETH_MPLS_MULTICAST = 0x8848,
	XDPBOND_ETH_QINQ = 0x88a8,
};

/* IP protocols. */
enum xdpbond_protocol {
	XDPBOND_IP_ICMP = 1,
	XDPBOND_IP_IGMP = 2,
	XDPBOND_IP_TCP = 6,
	XDPBOND_IP_UDP = 17,
	XDPBOND_IP_DCCP = 33,
	XDPBOND_IP_ESP = 50,
	XDPBOND_IP_AH = 51,
	XDPBOND_IP_ICMPV6 = 58,
	XDPBOND_IP_SCTP = 132,
	XDPBOND_IP_UDPLITE = 136,
};

/* The linear part of a frame. data == end is an empty frame; on the host both may then be null. */
struct xdpbond_frame {
	const __u8 *data; /* first byte of the Ethernet header */
	const __u8 *end;  /* one past the last byte */
#ifdef __bpf__
	void *ctx; /* the program's context; data and end are its data and data_end */
#endif
};

/*
 * No header chain that is followed leads further than this (16 IPv6 extension headers of 2 KiB), so the limit changes
 * no answer. The verifier needs one: it gives up on packet offsets that may pass 64 KiB.
 */
#define XDPBOND_OFFSET_MAX 0xbfff

/* Pointer to `size` bytes at `offset`, or null where the frame does not have them all. */
XDPBOND_FN const __u8 *xdpbond_at(struct xdpbond_frame frame, __u32 offset, __u32 size)
{
#ifdef __bpf__
	__u64 distance = offset;
	const __u8 *p;

	if (!__builtin_constant_p(offset)) {
		if (distance > XDPBOND_OFFSET_MAX)
			return XDPBOND_NULL;
		XDPBOND_OPAQUE(distance); /* the very register that was compared, or the verifier forgets */
	}
	p = frame.data + distance;
	if (p + size > frame.end)
		return XDPBOND_NULL;
	__builtin_assume(p != XDPBOND_NULL);
	return p;
#else
	if ((size_t)(frame.end - frame.data) < (size_t)offset + size)
		return XDPBOND_NULL;
	return frame.data + offset;
#endif
}

#ifdef __bpf__
/* The machine loads from any address; packet bytes have no declared type. */
typedef __u16 __attribute__((may_alias)) xdpbond_packet_u16;
typedef __u32 __attribute__((may_alias)) xdpbond_packet_u32;
#endif

/* Two bytes as a number in network byte order. */
XDPBOND_FN __u32 xdpbond_be16(const __u8 *p)
{
#ifdef __bpf__
	return __builtin_bswap16(*(const xdpbond_packet_u16 *)p);
#else
	return (__u32)p[0] << 8 | p[1];
#endif
}

/* Four bytes as they lie in memory: the first is the low byte. */
XDPBOND_FN __u32 xdpbond_u32(const __u8 *p)
{
#ifdef __bpf__
	return *(const xdpbond_packet_u32 *)p;
#else
	__u32 value;

	memcpy(&value, p, sizeof(value));
	return value;
#endif
}

XDPBOND_CONSTEXPR bool xdpbond_is_vlan(__u32 ethertype)
{
	return ethertype == XDPBOND_ETH_VLAN || ethertype == XDPBOND_ETH_QINQ;
}

XDPBOND_CONSTEXPR bool xdpbond_is_mpls(__u32 ethertype)
{
	return ethertype == XDPBOND_ETH_MPLS || ethertype == XDPBOND_ETH_MPLS_MULTICAST;
}

/* An IPv4 IGMP message, which balance-rr treats apart. Tags are not looked behind. */
XDPBOND_FN bool xdpbond_is_igmp(struct xdpbond_frame frame)
{
	const __u8 *p = xdpbond_at(frame, 0, XDPBOND_ETH_SIZE + 20);

	/* The rarer first. */
	return p && p[XDPBOND_ETH_SIZE + 9] == XDPBOND_IP_IGMP && xdpbond_be16(p + 12) == XDPBOND_ETH_IPV4;
}
