// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Bonds that exist nowhere: s0, s1, ... with ifindex 11, 12, ... and slot 1, 2, ..., all up and with carrier.

#include "support/bytes.hpp"

#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/plan.hpp>
#include <xdpbond/control/state.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace xdpbond::test {

// What the plan is made from. Tests change it and plan again.
struct made_up_bond {
    xdpbond_config config{};
    std::vector<control::link_facts> links;
    control::link_facts peer;

    explicit made_up_bond(unsigned slaves, unsigned mode = XDPBOND_MODE_BALANCE_RR);
    void forward_to(std::string_view name); // ifindex 99, slot 99
    xdpbond_half plan() const { return control::plan_half(config, links, peer); }

    // As inspect() gives it: table, links and configuration agree, nothing was sent.
    control::bond_state state() const;
};

// The slave through which our program sends a frame by that table, as a digit; '-': none. `counter`: this CPU's of
// balance-rr.
char program_choice(const xdpbond_options& options, const xdpbond_half& half, const bytes& frame,
                    std::uint32_t& counter);

void put(std::span<char> field, std::string_view text);

} // namespace xdpbond::test
