// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The two forms of the report.

#include "rows.hpp"

#include <string>

namespace xdpbond::bench {

// For people: one table for each kind of frame.
std::string text_report(const report& what);

// For programs: {"xdpbond": version, "machine": {…}, "run": {…}, "baselines": […], "bonds": […], "kernel_bonds": […], "two_cpus":
// […]},
// times in nanoseconds per packet as {"min", "median", "max"}. "two_cpus" is null on a machine with one CPU.
std::string json_report(const report& what);

} // namespace xdpbond::bench
