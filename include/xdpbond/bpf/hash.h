// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The kernel bonding driver's transmit hash, all six policies. A bond sends a frame through slave hash % usable.

#include "abi.h"
#include "dissect.h"
#include "encap.h"

/* Last byte of either MAC and the ethertype; a tagged frame's is that of its tag. p: the Ethernet header. */
XDPBOND_FN __u32 xdpbond_eth_hash(const __u8 *p)
{
	return p[5] ^ p[11] ^ xdpbond_be16(p + 12);
}

/*
 * The outermost VLAN tag, with its priority bits, and the source MAC. p: the Ethernet header.
 * A kernel bond finds the tag outside the frame, where its VLAN device left it; for MPLS that device writes it into
 * the frame instead, so the kernel's hash does not see it and neither does this one.
 */
XDPBOND_FN __u32 xdpbond_vlan_srcmac_hash(struct xdpbond_frame frame, const __u8 *p)
{
	__u32 hash = ((__u32)p[6] << 16 | xdpbond_be16(p + 7)) ^ (xdpbond_be16(p + 9) << 8 | p[11]);
	const __u8 *tag;

	if (!xdpbond_is_vlan(xdpbond_be16(p + 12)))
		return hash;
	tag = xdpbond_at(frame, XDPBOND_ETH_SIZE, XDPBOND_TAG_SIZE);
	if (!tag || xdpbond_is_mpls(xdpbond_be16(tag + 2)))
		return hash;
	return hash ^ xdpbond_be16(tag);
}

XDPBOND_CONSTEXPR bool xdpbond_hash_has_ports(__u32 policy)
{
	return policy == XDPBOND_HASH_LAYER3_4 || policy == XDPBOND_HASH_ENCAP3_4;
}

/* Folds the 32 bits of a flow together; before 5.18 every policy lost its lowest bit. */
XDPBOND_CONSTEXPR __u32 xdpbond_fold(__u32 seed, __u32 policy, __u32 version)
{
	seed ^= seed >> 16;
	seed ^= seed >> 8;
	return xdpbond_hash_has_ports(policy) || version == XDPBOND_HASH_VERSION_5_15 ? seed >> 1 : seed;
}

/*
 * The hash of a frame. `policy`: enum xdpbond_hash_policy (unknown ones: layer2), `version`: enum
 * xdpbond_hash_version. Never fails: a frame too short for its policy has the layer2 hash, one without a whole
 * Ethernet header 0.
 */
XDPBOND_FN __u32 xdpbond_hash(struct xdpbond_frame frame, __u32 policy, __u32 version)
{
	const __u8 *p = xdpbond_at(frame, 0, XDPBOND_ETH_SIZE);
	struct xdpbond_flow flow = {0, 0};
	bool ports = xdpbond_hash_has_ports(policy);
	bool found = false;

	if (XDPBOND_UNLIKELY(!p))
		return 0;
	if (policy == XDPBOND_HASH_VLAN_SRCMAC)
		return xdpbond_vlan_srcmac_hash(frame, p);
	if (policy == XDPBOND_HASH_LAYER2_3 || policy == XDPBOND_HASH_LAYER3_4)
		found = xdpbond_dissect(frame, xdpbond_be16(p + 12), ports, &flow);
	else if (policy == XDPBOND_HASH_ENCAP2_3 || policy == XDPBOND_HASH_ENCAP3_4)
		found = xdpbond_dissect_encap(frame, xdpbond_be16(p + 12), &flow);
	if (!found)
		return xdpbond_eth_hash(p);
	return xdpbond_fold((ports ? flow.ports : xdpbond_eth_hash(p)) ^ flow.addresses, policy, version);
}
