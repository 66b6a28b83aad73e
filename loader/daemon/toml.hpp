// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// toml++ as the configuration is read with it: it reports failure by value, and values are nested a few levels deep at
// most, whatever a file holds. Header-only: the command runs where libtomlplusplus is not installed.

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 16
#include <toml++/toml.h>
