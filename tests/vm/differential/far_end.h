/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#pragma once
/* What far_end.bpf.c and far_ends.cpp agree on. */

#define FAR_END_IFINDEXES 16384 /* a long run makes some thousand interfaces */
#define FAR_END_FRAMES 4096
