// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What the traffic programs and their host side share: the shape of a numbered test frame and its records.
//
// A test frame is one of up to TRAFFIC_FRAMES patterns, followed by a trailer that numbers it. So the far end can
// tell which frame it was, whether a byte of it changed, and whether any number is missing or came twice.

#include <linux/types.h>

#define TRAFFIC_PATTERN 112   /* bytes of a frame before the trailer: Ethernet header and what follows */
#define TRAFFIC_SIZE 128      /* whole frame without FCS */
#define TRAFFIC_FRAMES 1024   /* patterns at most */
#define TRAFFIC_PORTS 8       /* far ends at most: one bit each in the record of a number */
#define TRAFFIC_MAGIC 0x7862746eu

struct traffic_trailer {
	__u32 magic;
	__u32 frame;  /* index of the pattern */
	__u64 number; /* counts the frames of a run */
};

struct traffic_pattern {
	__u64 word[TRAFFIC_PATTERN / 8];
};

/* What one far end saw. */
struct traffic_port {
	__u64 packets;    /* numbered frames */
	__u64 altered;    /* of these, not equal to their pattern */
	__u64 duplicates; /* of these, numbers seen on this port before */
	__u64 reordered;  /* of these, numbered lower than an earlier one of the same pattern */
	__u64 other;      /* frames that are not numbered */
	__u64 per_frame[TRAFFIC_FRAMES];
	__u64 next[TRAFFIC_FRAMES]; /* one above the highest number seen of each pattern */
};
