// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A case of the kernel oracle's sequences, read from its words.

#include "support/oracle.hpp"

#include <xdpbond/control/request.hpp>

#include <optional>
#include <string>
#include <vector>

namespace xdpbond::test {

struct known_case {
    xdpbond_options options{};            // mode, hash and packets_per_slave; no in-band check
    std::vector<unsigned> slaves;         // in the order they joined
    std::vector<unsigned> dark;           // without carrier, or not long enough with it
    std::optional<unsigned> active_slave; // as asked for
    std::optional<unsigned> primary;
    bool goes_on = false; // on the same bond as the case before it with the same path
    std::vector<bytes> frames;
};

// Throws where the words are not understood.
known_case read_case(const oracle& kernel, const oracle_sequence& sequence);

} // namespace xdpbond::test
