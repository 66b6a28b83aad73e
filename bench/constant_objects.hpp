// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// bond.bpf.c compiled for every mode and policy; the build writes the code behind it.

#include "bonds.hpp"

#include <cstddef>
#include <span>

namespace xdpbond::bench {

// The object file's bytes; empty for a mode or policy that there is no object of.
std::span<const std::byte> constant_object(const bond_kind& kind);

} // namespace xdpbond::bench
