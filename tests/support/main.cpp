// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
