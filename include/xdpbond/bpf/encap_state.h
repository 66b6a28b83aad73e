// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The state of an encap2+3 or encap3+4 dissection between two headers.

#include "dissect.h"

/* What a header leads to. */
enum xdpbond_step {
	XDPBOND_STEP_AGAIN = 0, /* to the header that the state now stands at */
	XDPBOND_STEP_DONE = 1,	/* to nothing more: what was found stands */
	XDPBOND_STEP_FAIL = 2,	/* it is unknown or cut short: the frame's MACs decide */
};

/* Where the dissection has come to, and what it found on the way. */
struct xdpbond_encap {
	struct xdpbond_flow flow;
	__u32 offset;	 /* of the next header */
	__u32 ethertype; /* of the next header, or of the IP header that `protocol` is from */
	__u32 protocol;	 /* of the next header, or XDPBOND_PROTOCOL_NONE: its ethertype says what it is */
};

#define XDPBOND_PROTOCOL_NONE 256 /* no IP protocol has this number */

/* On to what lies behind the next `size` bytes, which are of no interest themselves. */
XDPBOND_FN enum xdpbond_step xdpbond_encap_ethertype(struct xdpbond_encap *at, __u32 ethertype, __u32 size)
{
	at->ethertype = ethertype;
	at->protocol = XDPBOND_PROTOCOL_NONE;
	at->offset += size;
	return XDPBOND_STEP_AGAIN;
}

/* PPP protocols, host byte order. */
enum xdpbond_ppp {
	XDPBOND_PPP_IPV4 = 0x0021,
	XDPBOND_PPP_IPV6 = 0x0057,
};
