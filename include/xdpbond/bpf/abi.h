// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Every value, name and layout that the kernel program shares with the control plane, in any language.
//
// Bond "uplink" has these maps (libbpf names; the kernel cuts names at 15 bytes):
//   uplink_slaves        DEVMAP_HASH   slot -> struct bpf_devmap_val
//   .data.uplink_table   ARRAY of one, mmapable: struct xdpbond_table
//   uplink_flood         ARRAY_OF_MAPS half number -> DEVMAP_HASH of the usable slaves
//   uplink_counters      PERCPU_ARRAY of one: struct xdpbond_counters
//   uplink_errors        PERCPU_HASH   struct xdpbond_error_key -> __u64 frames
//   uplink_config        ARRAY of one: struct xdpbond_config (the program never reads it)
//   .rodata.uplink       ARRAY of one: struct xdpbond_about (what the object was built for)
//   uplink_trace         RINGBUF of struct xdpbond_trace: tunable objects only, and only while frames are traced
//
// All integers are in host byte order. A layout or meaning that changes raises XDPBOND_ABI_VERSION; what begins with
// XDPBOND_MAGIC has the version next to it in every one.

#include "portable.h"

#define XDPBOND_ABI_VERSION  3
#define XDPBOND_MAGIC	     0x444e4258u /* "XBND" */

#define XDPBOND_NAME_SIZE    16	 /* a bond's or interface's name with its final NUL (IFNAMSIZ) */
#define XDPBOND_PROGRAM_SIZE 256 /* a program's words: "tx", or a file's path and a function */
#define XDPBOND_SLAVES_MAX   64	 /* slaves of one bond */
#define XDPBOND_SLOTS_MAX    128 /* keys of <bond>_slaves: twice the slaves, so that a new ifindex finds a free one */

/* Bonding modes: the kernel's numbers (BOND_MODE_*). 5 (balance-tlb) and 6 (balance-alb) are not offered. */
enum xdpbond_mode {
	XDPBOND_MODE_BALANCE_RR = 0,
	XDPBOND_MODE_ACTIVE_BACKUP = 1,
	XDPBOND_MODE_BALANCE_XOR = 2,
	XDPBOND_MODE_BROADCAST = 3,
	XDPBOND_MODE_8023AD = 4,
};

/* xmit_hash_policy: the kernel's numbers (BOND_XMIT_POLICY_*). */
enum xdpbond_hash_policy {
	XDPBOND_HASH_LAYER2 = 0,
	XDPBOND_HASH_LAYER3_4 = 1,
	XDPBOND_HASH_LAYER2_3 = 2,
	XDPBOND_HASH_ENCAP2_3 = 3,
	XDPBOND_HASH_ENCAP3_4 = 4,
	XDPBOND_HASH_VLAN_SRCMAC = 5,
};

/* control_frames: which frames stay on the slave they arrived on and go up its stack. */
enum xdpbond_control_frames {
	XDPBOND_CONTROL_DEFAULT = 0,	/* 01:80:c2:00:00:00-0f, ARP, IPv6 neighbour discovery, runts */
	XDPBOND_CONTROL_LINK_LOCAL = 1, /* 01:80:c2:00:00:00-0f only */
	XDPBOND_CONTROL_NONE = 2,	/* none: every frame is data */
};

/* What happens to a frame that cannot be sent (no_slave, broadcast_frags). */
enum xdpbond_otherwise {
	XDPBOND_OTHERWISE_DROP = 0,
	XDPBOND_OTHERWISE_PASS = 1,
};

/* hash_version: whose arithmetic. 5.15 shifts layer2+3 and encap2+3 right by one as well (kernels before May 2022). */
enum xdpbond_hash_version {
	XDPBOND_HASH_VERSION_6_1 = 0,
	XDPBOND_HASH_VERSION_5_15 = 1,
};

/* rr_slaves: over which slaves balance-rr takes turns. */
enum xdpbond_rr_slaves {
	XDPBOND_RR_ALL =
	    0, /* as the kernel: all, a dead one's turn goes to the next usable (which gets twice the load) */
	XDPBOND_RR_USABLE = 1, /* usable ones only: an even share for each */
};

/*
 * How a program treats frames. 16 bytes; zero is the kernel's default, or ours, in every field but
 * packets_per_slave (kernel default 1; 0 means random) and carrier_check and statistics (default 1).
 */
struct xdpbond_options {
	__u8 mode; /* enum xdpbond_mode */
	__u8 hash; /* enum xdpbond_hash_policy */
	__u16 packets_per_slave;
	__u8 all_slaves_active; /* 1: active-backup accepts frames on back-up slaves too */
	__u8 control_frames;	/* enum xdpbond_control_frames */
	__u8 no_slave;		/* enum xdpbond_otherwise: verdict where no slave is usable */
	__u8 broadcast_frags;	/* enum xdpbond_otherwise: fragmented frames in mode broadcast */
	__u8 carrier_check;	/* 1: carrier is seen in band */
	__u8 statistics;	/* 1: count frames per slave */
	__u8 hash_version;	/* enum xdpbond_hash_version */
	__u8 rr_slaves;		/* enum xdpbond_rr_slaves */
	__u8 reserved[4];
};

/* What an object was built for; constant. */
struct xdpbond_about {
	__u32 magic;	   /* XDPBOND_MAGIC */
	__u16 abi_version; /* XDPBOND_ABI_VERSION */
	__u16 slaves;	   /* capacity: at most so many slaves, 1..XDPBOND_SLAVES_MAX */
	__u32 tunable;	   /* 1: the loader may write options (all but mode and hash) before it loads the object */
	__u32 have_cast;   /* set by the loader: 1 where the kernel has bpf_rdonly_cast (6.2 and later) */
	__u32 peer;  /* set by the loader: ifindex of the other side of a forward program, 0 where there is none */
	__u32 zero;  /* stays 0: the key of maps of one element */
	__u32 trace; /* set by the loader of a tunable object: one of so many frames is told in <bond>_trace; 0: none */
	__u32 reserved;
	struct xdpbond_options options;
	char name[XDPBOND_NAME_SIZE];
};

/* Flags of a place. */
enum xdpbond_port_flags {
	XDPBOND_PORT_USABLE = 1u << 0, /* the control plane lets it send */
	XDPBOND_PORT_REDIRECT =
	    1u << 1, /* never XDP_TX out of it: a veth, or a port with a kernel bond as its master */
	XDPBOND_PORT_GENERIC = 1u << 2, /* attached in generic mode: what arrives here is sent through the stack */
	XDPBOND_PORT_NO_CARRIER = 1u << 15, /* host copies only: stands for the in-band carrier check */
};

/* One slave as the per-packet code sees it. 16 bytes. */
struct xdpbond_port {
	/* The kernel's net_device address, for the in-band carrier check and in mode broadcast; 0: not known, taken as
	 * up. */
	__u64 device;
	__u32 ifindex;
	__u16 slot;  /* key in <bond>_slaves and index in struct xdpbond_counters */
	__u16 flags; /* enum xdpbond_port_flags */
};

/* One complete state of a bond, written while idle and published whole. Places that are not used are all zero. */
struct xdpbond_half {
	__u32 slaves;					/* used places of slave[] */
	__u32 usable;					/* used places of sender[] */
	__u32 preferred;				/* used places of preference[] */
	__u32 generation;				/* counts publications */
	struct xdpbond_port peer;			/* forward programs: the other side; ifindex 0: none */
	struct xdpbond_port sender[XDPBOND_SLAVES_MAX]; /* usable slaves in enslave order: the hash picks here */
	struct xdpbond_port slave[XDPBOND_SLAVES_MAX];	/* all slaves in enslave order: balance-rr takes turns here */
	/* Usable slaves, best first: in active-backup the first alive is active; in 802.3ad it stands in for dead
	 * senders. */
	struct xdpbond_port preference[XDPBOND_SLAVES_MAX];
};

/*
 * What a program reads: it loads selector once per frame and uses half[selector & 1].
 * A writer fills the other half, then stores selector; before it writes that other half again it waits
 * for a grace period (membarrier(MEMBARRIER_CMD_GLOBAL)).
 */
struct xdpbond_table {
	__u32 selector;
	__u32 reserved[15];
	struct xdpbond_half half[2];
};

struct xdpbond_count {
	__u64 packets;
	__u64 bytes; /* whole frames, fragments included, without FCS */
};

/* Why a frame did not simply leave on the slave of its choice. Counted whatever `statistics` says. */
enum xdpbond_reason {
	XDPBOND_REASON_SENT = 0,	    /* left through a slave (counted per slave, not here) */
	XDPBOND_REASON_LINK_LOCAL = 1,	    /* control frame 01:80:c2:00:00:0x, passed up */
	XDPBOND_REASON_NEIGHBOUR = 2,	    /* ARP or IPv6 neighbour discovery, passed up */
	XDPBOND_REASON_RUNT = 3,	    /* too short to tell what it is, passed up */
	XDPBOND_REASON_BACKUP = 4,	    /* arrived on a back-up slave, dropped */
	XDPBOND_REASON_NO_SLAVE = 5,	    /* no usable slave: option no_slave */
	XDPBOND_REASON_BROADCAST_FRAGS = 6, /* fragmented frame in mode broadcast: option broadcast_frags */
	XDPBOND_REASON_CARRIER = 7,	    /* its slave had lost carrier in band; sent through another one */
	XDPBOND_REASON_RETRY = 8,	    /* its slave had left the device map; sent through another one */
	XDPBOND_REASON_PEER = 9,	    /* forward: the other side is gone or has no carrier; dropped */
	XDPBOND_REASONS = 10,
	XDPBOND_REASONS_MAX = 16,
};

/* Per CPU. */
struct xdpbond_counters {
	__u32 turn;   /* balance-rr's counter: goes on whatever the mode or its options change to */
	__u32 drawn;  /* packets_per_slave 0: the number drawn last */
	__u32 untold; /* records that <bond>_trace had no room for */
	__u32 reserved;
	struct xdpbond_count slave[XDPBOND_SLOTS_MAX];	  /* sent, by slot */
	struct xdpbond_count reason[XDPBOND_REASONS_MAX]; /* by enum xdpbond_reason */
};

#define XDPBOND_TRACE_BYTES 256 /* of a traced frame, at most */

/* What became of a frame; in a broadcast, of one copy. */
struct xdpbond_trace {
	__u64 time;	/* ns, CLOCK_MONOTONIC */
	__u32 ingress;	/* ifindex of the port that it arrived on */
	__u32 egress;	/* ifindex of the slave or peer that it left through; 0: it did not leave */
	__u32 length;	/* of the whole frame, without FCS */
	__u16 captured; /* bytes of it in frame[] */
	__u8 reason;	/* enum xdpbond_reason; CARRIER and RETRY: it left, through another slave than its own */
	__u8 verdict;	/* enum xdp_action */
	__u8 frame[XDPBOND_TRACE_BYTES];
};

/*
 * Frames that were handed to the kernel for a slave and lost there. They are counted under `sent` too. Programs at the
 * kernel's XDP tracepoints count them, and the bond's own program those copies of a broadcast that are not made.
 */
struct xdpbond_error_key {
	/* Of the slave. XDPBOND_SLOT_NONE: a broadcast ended for want of memory, or at a slave of unknown device. */
	__u32 slot;
	__u32 error; /* errno; 0: the driver took no more frames and said no more */
};

#define XDPBOND_SLOT_NONE  0xffffffffu
#define XDPBOND_ERRORS_MAX 512 /* entries of <bond>_errors */

/* xdpbond_config.state: what the last command left behind. */
enum xdpbond_state {
	XDPBOND_STATE_NONE = 0,
	XDPBOND_STATE_BUILDING = 1, /* `up` did not finish: the next command undoes it */
	XDPBOND_STATE_READY = 2,
	XDPBOND_STATE_REMOVING = 3, /* `down` did not finish: the next command finishes it */
};

/* xdpbond_config_slave.attach, xdpbond_config.attach */
enum xdpbond_attach {
	XDPBOND_ATTACH_AUTO = 0, /* native where the driver can, else generic */
	XDPBOND_ATTACH_NATIVE = 1,
	XDPBOND_ATTACH_GENERIC = 2,
};

/* xdpbond_config.flags */
enum xdpbond_bond_flags {
	XDPBOND_BOND_FROM_FILE = 1u << 0,   /* made by the daemon for its configuration file */
	XDPBOND_BOND_ADDRESS_SET = 1u << 1, /* its address was given; else it is that of its first slave */
};

/* fail_over_mac: the kernel's numbers (BOND_FOM_*). What address a slave has. */
enum xdpbond_fail_over_mac {
	XDPBOND_FOM_NONE = 0,	/* every slave the bond's */
	XDPBOND_FOM_ACTIVE = 1, /* each its own; in active-backup alone */
	XDPBOND_FOM_FOLLOW = 2, /* the active slave the bond's, the others their own; in active-backup alone */
};

/* How a process watches the slaves: the kernel's options. */
struct xdpbond_watch {
	__u32 miimon;	 /* ms from poll to poll; 0: links are not watched */
	__u32 updelay;	 /* polls that a returning link has to stay up before it is used */
	__u32 downdelay; /* polls that a lost link may take to come back before it counts as failed */
	__u32 min_links;
	__u8 primary_reselect; /* 0 always, 1 better, 2 failure */
	__u8 fail_over_mac;    /* enum xdpbond_fail_over_mac */
	__u8 reserved[6];
};

/* What happened last to a bond or to one of its slaves. */
struct xdpbond_change {
	__u64 when; /* ns since 1970, CLOCK_REALTIME; 0: nothing yet */
	char slave[XDPBOND_NAME_SIZE]; /* of the bond: to which slave, "" where to none */
	char what[16]; /* a word: "down", "up", "active", ... as the daemon's events have it */
	char why[24];  /* likewise: "carrier_lost", ... */
};

/* xdpbond_config_slave.flags */
enum xdpbond_config_flags {
	XDPBOND_SLAVE_STANDBY = 1u << 0, /* drained: keeps its place in the order and sends nothing */
	XDPBOND_SLAVE_JOINING = 1u << 1, /* `slave add` did not finish: the next command undoes it */
	XDPBOND_SLAVE_LEAVING = 1u << 2, /* `slave del` did not finish: the next command finishes it */
	XDPBOND_SLAVE_FORCED = 1u << 3,	 /* it was taken with force, and is so again when its interface comes back */
};

/* What `up` or `slave add` changed of a port's settings, to be changed back when the port is let go. */
enum xdpbond_changed {
	XDPBOND_CHANGED_GRO_ON = 1u << 0,
	XDPBOND_CHANGED_RXVLAN_OFF = 1u << 1,
	XDPBOND_CHANGED_TXVLAN_OFF = 1u << 2,
	XDPBOND_CHANGED_LRO_OFF = 1u << 3,
	XDPBOND_CHANGED_RXVLAN_STAG_OFF = 1u << 4,
	XDPBOND_CHANGED_TXVLAN_STAG_OFF = 1u << 5,
	XDPBOND_CHANGED_GRO_OFF = 1u << 6, /* for a moment: off and on again, so that the driver looks at it */
	XDPBOND_CHANGED_UP = 1u << 7,	   /* for a moment: set up, and down again */
	XDPBOND_CHANGED_ADDRESS = 1u << 8, /* to the bond's; its own is perm_hwaddr */
	XDPBOND_CHANGED_DOWN = 1u << 9,	   /* for a moment: set down, and up again */
};

/* What the control plane remembers of a slave. */
struct xdpbond_config_slave {
	char name[XDPBOND_NAME_SIZE];
	__u32 ifindex;
	__u32 slot;
	__u32 attach; /* how it is attached now: NATIVE or GENERIC */
	__u32 was_up; /* restore: it was administratively up before */
	__u32 link_failure_count;
	__s32 prio;
	__u8 perm_hwaddr[6];	   /* its MAC address before the bond had it */
	__u16 flags;		   /* enum xdpbond_config_flags */
	struct xdpbond_count base; /* counters of its slot when it joined, summed over CPUs */
	__u32 changed;		   /* restore: enum xdpbond_changed, of the port itself */
	__u32 far_changed;	   /* restore: the same, of a veth's far end */
	__u32 far_ifindex;	   /* the far end, in its network namespace; 0: none, or nothing changed there */
	__u32 link;		   /* as a process sees it that watches: 0 up, 1 going down, 2 down, 3 going back */
	__u64 far_netns; /* SO_NETNS_COOKIE of the far end's network namespace */
	struct xdpbond_change last; /* of its link */
};

/* The state of a bond that outlives every process; written with one map update under the bond's lock. */
struct xdpbond_config {
	__u32 magic;
	__u16 abi_version;
	__u16 state;  /* enum xdpbond_state */
	__u32 attach; /* as asked for: enum xdpbond_attach */
	__u32 slaves; /* used places of slave[], enslave order */
	__u32 capacity; /* most slaves that the program takes */
	__u32 flags;	/* enum xdpbond_bond_flags */
	struct xdpbond_options options;
	char name[XDPBOND_NAME_SIZE];
	char program[XDPBOND_PROGRAM_SIZE];   /* "tx", "forward", or /path/of/object.bpf.o with or without :function */
	struct xdpbond_config_slave peer;     /* forward: the other side; name "" where there is none */
	char primary[XDPBOND_NAME_SIZE];      /* "" where there is none */
	char active_slave[XDPBOND_NAME_SIZE]; /* as asked for by active_slave, "" where not */
	struct xdpbond_watch watch;
	struct xdpbond_change last; /* of the bond */
	__u64 failovers;     /* times that another slave than the last one became active, in active-backup */
	__u64 watcher_start; /* of the process that watches: field 22 of /proc/PID/stat */
	__u32 watcher;	     /* its pid; 0: none. Whether it still lives has to be seen */
	__u8 address[6];     /* the bond's MAC address; zero: it has none, and each slave its own */
	__u8 address_before[6]; /* while the slaves' addresses change: what they had; else zero */
	__u64 object; /* of the program's object file: a number made from its bytes */
	struct xdpbond_config_slave slave[XDPBOND_SLAVES_MAX];
};
