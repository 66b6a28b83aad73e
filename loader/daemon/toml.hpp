// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// toml++ as the configuration is read with it: it reports failure by value, and values are nested a few levels deep at
// most, whatever a file holds. Header-only: the command runs where libtomlplusplus is not installed.

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 16

// A wrong text leads 3.3.0 to assertions that do not hold ("[=") and, at a letter that is not ASCII in a key, to a
// place that it takes for unreachable; the code behind refuses such texts by itself. So it makes no promises to the
// compiler out of these: no NDEBUG, assertions of nothing, and where it asks what kind a letter is, "unreachable" is a
// plain no.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/impl/forward_declarations.h>
#pragma push_macro("TOML_UNREACHABLE")
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE                                                                                               \
    return {}
#include <toml++/impl/unicode.h>
#pragma pop_macro("TOML_UNREACHABLE")
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
