// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Everything that was measured, for the reports.

#include "bonds.hpp"
#include "machine.hpp"
#include "samples.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace xdpbond::bench {

// A program that makes no choice, over all rounds and all frames.
struct baseline_row {
    std::string name;
    spread ns; // nanoseconds per packet
};

// One bond with one kind of frame, on one CPU.
struct bond_row {
    bond_kind kind;
    form how{};
    features upto{};
    std::string frame;
    spread ns;                // nanoseconds per packet
    spread over_xdp_tx;       // times as long as XDP_TX in the same round
    spread over_redirect_map; // times as long as a bare redirect in the same round
};

// The kernel's own bond with frames that really leave, and a bare redirect of the same kind in the same rounds, while
// that bond was there.
struct kernel_row {
    bond_kind kind;
    std::string frame;
    spread ns;           // nanoseconds per packet
    spread redirect_map; // the same
};

// One program on a CPU alone, and while a second CPU runs it too.
struct pair_row {
    std::string name;
    spread one;      // nanoseconds per packet
    spread two;      // the same
    spread cost;     // two / one, by round
    spread together; // for which part of that time the second CPU really ran it
};

struct run {
    std::uint32_t rounds = 0;
    std::uint32_t repeats = 0; // packets per test run
    std::uint32_t slaves = 0;
    std::string only = {};    // bonds whose name contains this; "" for all
    std::string form = {};    // "constant", "tunable"; "" for both
    std::string frame = {};   // the name of one frame; "" for all
    bool kernel_bond = false; // the kernel's bonds too
};

struct report {
    machine where;
    run how;
    std::vector<std::string> frames; // their names
    std::vector<baseline_row> baselines;
    std::vector<bond_row> bonds;
    std::vector<kernel_row> kernel_bonds;
    std::vector<pair_row> pairs; // empty on a machine with one CPU
};

} // namespace xdpbond::bench
