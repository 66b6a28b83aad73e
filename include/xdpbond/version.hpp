// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The version of xdpbond: this is its only place; CMake, generated text and the command read it here.

#define XDPBOND_VERSION_MAJOR 0
#define XDPBOND_VERSION_MINOR 1
#define XDPBOND_VERSION_PATCH 0
#define XDPBOND_VERSION "0.1.0"
