// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What lets one header be BPF C, host C11 and C++20 at once: integer types, function markers, byte order.
//
// A header built on this one uses no helper, no map and no library: only types, arithmetic and, for packet
// bytes, the bounds-checked loads of parse.h. Every hash is defined for little-endian machines.

#include <linux/types.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "xdpbond: the transmit hash is defined for little-endian machines only"
#endif

#ifdef __bpf__
#include <stdbool.h>
#define XDPBOND_FN	  static __attribute__((always_inline)) inline
#define XDPBOND_CONSTEXPR XDPBOND_FN
/* A rare path: out of line in the kernel, so that the usual one stays straight. */
#define XDPBOND_RARE static __attribute__((noinline, unused))
/* Takes from clang what it knows of a value, so that it keeps it in one register and leaves its bounds checks in. */
#define XDPBOND_OPAQUE(value) asm("" : "+r"(value))
#elif defined(__cplusplus)
#define XDPBOND_FN	  inline
/* A function that touches no packet memory: usable in constant expressions. */
#define XDPBOND_CONSTEXPR constexpr
#else
#include <stdbool.h>
#define XDPBOND_FN	  static inline __attribute__((unused))
#define XDPBOND_CONSTEXPR XDPBOND_FN
#endif

#ifndef __bpf__
#define XDPBOND_RARE	      XDPBOND_CONSTEXPR
#define XDPBOND_OPAQUE(value) (void)(value)
#endif

/* A null pointer in all three languages. */
#ifdef __cplusplus
#define XDPBOND_NULL nullptr
#else
#define XDPBOND_NULL ((void *)0)
#endif

/* Which way a branch usually goes. */
#define XDPBOND_LIKELY(x)   __builtin_expect(!!(x), 1)
#define XDPBOND_UNLIKELY(x) __builtin_expect(!!(x), 0)
