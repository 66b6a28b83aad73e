// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A network namespace of the test's own with interfaces on which frames can arrive, and tables that name them.

#include "control/bed.hpp"

#include <xdpbond/bpf/abi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace xdpbond::test {

// Interfaces s0, s1, … (far ends s0x, s1x, …), all up and with carrier. An XDP program of its own is attached to each:
// without one a test run cannot make a frame arrive there.
class lab {
public:
    explicit lab(unsigned interfaces);

    std::uint32_t ifindex(unsigned number) const { return ifindexes_.at(number); }
    const std::vector<std::uint32_t>& ifindexes() const { return ifindexes_; }

    // Takes carrier away at the far end, or gives it back.
    void carrier(unsigned number, bool on);
    // Administratively.
    void up(unsigned number, bool on);
    void remove(unsigned number);
    // Its far end takes redirected frames from now on: it has a native program too.
    void ready(unsigned number);
    void mtu(unsigned number, unsigned bytes);

private:
    bed net_;
    std::vector<std::uint32_t> ifindexes_;
};

// A table's half: one usable slave for each interface, in this order, slots counted from 0.
xdpbond_half half_of(const std::vector<std::uint32_t>& ifindexes);

// The same, from slaves as they are; unusable ones are slaves only.
xdpbond_half half_of_ports(const std::vector<xdpbond_port>& slaves);

// The calling thread stays on the CPU it is on: balance-rr counts on each CPU by itself.
void stay_on_this_cpu();

} // namespace xdpbond::test
