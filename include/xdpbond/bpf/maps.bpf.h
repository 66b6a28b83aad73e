// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A bond in a BPF program: its maps, its description and what is read from them for each frame.

#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "abi.h"
#include "parse.h"
#include "select.h"

/* What a stage answers when it has no verdict: the next one goes on with the frame. */
#define XDPBOND_NEXT (-1)

/* A bond as its program knows it: constants only, so that clang folds every choice between modes away. */
struct xdpbond_bond {
	struct xdpbond_options options;
	__u32 tunable; /* 1: only mode and hash count in `options`, the rest is read from about->options */
	const volatile struct xdpbond_about *about;
	struct xdpbond_table *table;
	void *slaves;
	void *flood;
	void *counters;
	void *errors;
	int (*detour)(struct xdp_md *ctx, __u32 task); /* xdpbond_detour() for it */
	int (*copy)(__u64 device, __u32 port, __u64 bytes, __u32 before); /* xdpbond_copy() for it */
	/* Tunable bonds only: */
	void *trace;
	int (*tell)(struct xdp_md *ctx, const struct xdpbond_port *port, __u32 what); /* xdpbond_tell() for it */
};

/*
 * XDPBOND_BOND(name, capacity, .option = value, ...): declares a bond of at most `capacity` slaves, its maps as abi.h
 * names them, and `name` itself for xdpbond_xmit() and the like. Options that are not given have their defaults.
 *
 * XDPBOND_BOND_TUNABLE(): the same, but the options other than mode and hash are those that the loader has written
 * to .rodata.<name>.
 */
#define XDPBOND_BOND(bond, capacity, ...)	  XDPBOND_DECLARE_(bond, capacity, 0, __VA_ARGS__)
#define XDPBOND_BOND_TUNABLE(bond, capacity, ...) XDPBOND_DECLARE_(bond, capacity, 1, __VA_ARGS__)

/* clang-format off */
#define XDPBOND_OPTIONS_(...)                                                                                          \
	{.packets_per_slave = 1, .carrier_check = 1, .statistics = 1, ##__VA_ARGS__}

/* What only a tunable bond has: can_tune is 0 or 1. The loader makes the ring bigger, or not at all. */
#define XDPBOND_TRACED_0_(bond)
#define XDPBOND_TRACED_1_(bond)                                                                                        \
	struct {                                                                                                       \
		__uint(type, BPF_MAP_TYPE_RINGBUF);                                                                    \
		__uint(max_entries, 4096);                                                                             \
	} bond##_trace SEC(".maps");                                                                                   \
	static const struct xdpbond_bond bond[1];                                                                      \
	static __attribute__((noinline, unused)) int bond##_tell(struct xdp_md *ctx, const struct xdpbond_port *port,  \
								 __u32 what)                                           \
	{                                                                                                              \
		return xdpbond_tell(bond, ctx, port, what);                                                            \
	}
#define XDPBOND_TRACE_OF_0_(bond)
#define XDPBOND_TRACE_OF_1_(bond) .trace = &bond##_trace, .tell = bond##_tell,

/*
 * The description is an array of one, so that its name is a pointer to it. The detour is a function of its own, and
 * one for each bond: a pointer to a description cannot be passed to it, there is none once clang has folded it away.
 * What becomes of a copy of a broadcast is told by one that is global as well: see copy.bpf.h.
 */
#define XDPBOND_DECLARE_(bond, capacity, can_tune, ...)                                                                \
	_Static_assert((capacity) >= 1 && (capacity) <= XDPBOND_SLAVES_MAX, "a bond has 1 to 64 slaves");              \
	_Static_assert(sizeof(#bond) <= XDPBOND_NAME_SIZE, "a bond's name has at most 15 characters");                 \
	struct {                                                                                                       \
		__uint(type, BPF_MAP_TYPE_DEVMAP_HASH);                                                                \
		__uint(max_entries, XDPBOND_SLOTS_MAX);                                                                \
		__uint(key_size, sizeof(__u32));                                                                       \
		__uint(value_size, sizeof(struct bpf_devmap_val));                                                     \
	} bond##_slaves SEC(".maps");                                                                                  \
	struct {                                                                                                       \
		__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);                                                              \
		__uint(max_entries, 2);                                                                                \
		__uint(key_size, sizeof(__u32));                                                                       \
		__array(values, struct {                                                                               \
			__uint(type, BPF_MAP_TYPE_DEVMAP_HASH);                                                        \
			__uint(max_entries, XDPBOND_SLAVES_MAX);                                                       \
			__uint(key_size, sizeof(__u32));                                                               \
			__uint(value_size, sizeof(struct bpf_devmap_val));                                             \
		});                                                                                                    \
	} bond##_flood SEC(".maps");                                                                                   \
	struct {                                                                                                       \
		__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);                                                               \
		__uint(max_entries, 1);                                                                                \
		__type(key, __u32);                                                                                    \
		__type(value, struct xdpbond_counters);                                                                \
	} bond##_counters SEC(".maps");                                                                                \
	struct {                                                                                                       \
		__uint(type, BPF_MAP_TYPE_PERCPU_HASH);                                                                \
		__uint(max_entries, XDPBOND_ERRORS_MAX);                                                               \
		__type(key, struct xdpbond_error_key);                                                                 \
		__type(value, __u64);                                                                                  \
	} bond##_errors SEC(".maps");                                                                                  \
	struct {                                                                                                       \
		__uint(type, BPF_MAP_TYPE_ARRAY);                                                                      \
		__uint(max_entries, 1);                                                                                \
		__type(key, __u32);                                                                                    \
		__type(value, struct xdpbond_config);                                                                  \
	} bond##_config SEC(".maps");                                                                                  \
	struct xdpbond_table bond##_table SEC(".data." #bond "_table");                                                \
	_Pragma("clang diagnostic push")                                                                               \
	_Pragma("clang diagnostic ignored \"-Winitializer-overrides\"")                                                \
	const volatile struct xdpbond_about bond##_about SEC(".rodata." #bond) = {                                     \
		.magic = XDPBOND_MAGIC,                                                                                \
		.abi_version = XDPBOND_ABI_VERSION,                                                                    \
		.slaves = (capacity),                                                                                  \
		.tunable = (can_tune),                                                                                 \
		.options = XDPBOND_OPTIONS_(__VA_ARGS__),                                                              \
		.name = #bond,                                                                                         \
	};                                                                                                             \
	static const struct xdpbond_bond bond[1];                                                                      \
	XDPBOND_TRACED_##can_tune##_(bond)                                                                             \
	static __attribute__((noinline, unused)) int bond##_detour(struct xdp_md *ctx, __u32 task)                     \
	{                                                                                                              \
		return xdpbond_detour(bond, ctx, task);                                                                \
	}                                                                                                              \
	__attribute__((noinline, weak)) int bond##_copy(__u64 device, __u32 port, __u64 bytes, __u32 before)           \
	{                                                                                                              \
		return xdpbond_copy(bond, device, port, bytes, before);                                                \
	}                                                                                                              \
	static const struct xdpbond_bond bond[1] = {{                                                                  \
		.options = XDPBOND_OPTIONS_(__VA_ARGS__),                                                              \
		.tunable = (can_tune),                                                                                 \
		.about = &bond##_about,                                                                                \
		.table = &bond##_table,                                                                                \
		.slaves = &bond##_slaves,                                                                              \
		.flood = &bond##_flood,                                                                                \
		.counters = &bond##_counters,                                                                          \
		.errors = &bond##_errors,                                                                              \
		.detour = bond##_detour,                                                                               \
		.copy = bond##_copy,                                                                                   \
		XDPBOND_TRACE_OF_##can_tune##_(bond)                                                                   \
	}};                                                                                                            \
	_Pragma("clang diagnostic pop")
/* clang-format on */

/* An option (all but mode and hash): a constant, or what the loader wrote, which the verifier takes for a constant. */
#define XDPBOND_OPTION(bond, option) ((bond)->tunable ? (bond)->about->options.option : (bond)->options.option)

/* How this program sees carrier: enum xdpbond_carrier_check. */
XDPBOND_FN __u32 xdpbond_carrier_check(const struct xdpbond_bond *bond)
{
	if (!XDPBOND_OPTION(bond, carrier_check))
		return XDPBOND_CARRIER_OFF;
	return bond->about->have_cast ? XDPBOND_CARRIER_CAST : XDPBOND_CARRIER_ON;
}

/* What a frame finds published. Asked for once per frame, or the frame may see two states of its bond. */
struct xdpbond_view {
	const struct xdpbond_half *half;
	__u32 number; /* of that half: the key of <bond>_flood */
};

XDPBOND_FN struct xdpbond_view xdpbond_look(const struct xdpbond_bond *bond)
{
	__u32 number = *(const volatile __u32 *)&bond->table->selector & 1;
	const char *start = (const char *)bond->table + number * sizeof(struct xdpbond_half);
	struct xdpbond_view view = {.number = number};

	/* Like this the place of half[] in the table is part of each load's offset. */
	XDPBOND_OPAQUE(start);
	view.half = (const struct xdpbond_half *)(start + __builtin_offsetof(struct xdpbond_table, half));
	return view;
}

/* This CPU's counters, or null. One lookup per frame is enough. */
XDPBOND_FN struct xdpbond_counters *xdpbond_counters_of(const struct xdpbond_bond *bond)
{
	/* A key on the stack would have to be written first. */
	return bpf_map_lookup_elem(bond->counters, (const void *)&bond->about->zero);
}

XDPBOND_FN void xdpbond_add(struct xdpbond_count *count, struct xdp_md *ctx)
{
	count->packets++;
	count->bytes += bpf_xdp_get_buff_len(ctx);
}

/* Counts a frame under a reason. */
XDPBOND_FN void xdpbond_add_reason(const struct xdpbond_bond *bond, struct xdp_md *ctx, __u32 reason)
{
	struct xdpbond_counters *counters = xdpbond_counters_of(bond);

	if (counters)
		xdpbond_add(&counters->reason[reason & (XDPBOND_REASONS_MAX - 1)], ctx);
}

/* The linear part of the program's frame. */
XDPBOND_FN struct xdpbond_frame xdpbond_frame_of(struct xdp_md *ctx)
{
	struct xdpbond_frame frame = {
	    .data = (const __u8 *)(long)ctx->data,
	    .end = (const __u8 *)(long)ctx->data_end,
	    .ctx = ctx,
	};

	return frame;
}
