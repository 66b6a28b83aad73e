// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The slaves that successive frames took on a real kernel bond: the program takes the same ones, with the case's links
// given to the plan and the plan published; which ones, its counters tell.

#include "kernel_bond.hpp"
#include "known_case.hpp"
#include "lab.hpp"

#include "loader/made_up_bond.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

using namespace xdpbond::test;

namespace {

std::string name(unsigned slave) {
    return "s" + std::to_string(slave);
}

// The plan's half for a case, whose slaves are the lab's interfaces; the slot is the slave's number.
xdpbond_half plan(const lab& net, const known_case& known) {
    made_up_bond bond(static_cast<unsigned>(known.slaves.size()), known.options.mode);
    bond.config.options = known.options;
    for (std::size_t place = 0; place < known.slaves.size(); ++place) {
        const unsigned slave = known.slaves[place];
        put(bond.config.slave[place].name, name(slave));
        bond.config.slave[place].slot = slave;
        bond.config.slave[place].ifindex = bond.links[place].ifindex = net.ifindex(slave);
        bond.links[place].name = name(slave);
        bond.links[place].carrier = std::ranges::find(known.dark, slave) == known.dark.end();
    }
    if (known.active_slave)
        put(bond.config.active_slave, name(*known.active_slave));
    if (known.primary)
        put(bond.config.primary, name(*known.primary));
    return bond.plan();
}

// One loaded program for all cases with the same options.
class loaded_programs {
public:
    kernel_bond& for_options(const xdpbond_options& options) {
        const std::string key(reinterpret_cast<const char*>(&options), sizeof(options));
        const auto found = bonds_.find(key);
        if (found != bonds_.end())
            return found->second;
        return bonds_.emplace(key, kernel_bond(shipped("tx", options.mode, options.hash), options)).first->second;
    }

private:
    std::map<std::string, kernel_bond> bonds_;
};

} // namespace

TEST_CASE("75 of 75 sequences of slaves come out as the kernel's") {
    stay_on_this_cpu();
    const oracle kernel = read_oracle();
    const lab net(4);
    loaded_programs programs;
    std::size_t compared = 0;
    for (const oracle_sequence& sequence : kernel.sequences) {
        CAPTURE(sequence.name);
        CAPTURE(sequence.path);
        const known_case known = read_case(kernel, sequence);
        kernel_bond& bond = programs.for_options(known.options);
        REQUIRE(bond.writer().publish(plan(net, known), known.options));
        if (!known.goes_on)
            bond.reset_counters(); // a new bond
        std::string slaves;
        for (const bytes& frame : known.frames)
            for (const unsigned slot : bond.send(frame).slots)
                slaves += static_cast<char>('0' + slot);
        CHECK(slaves == sequence.slaves);
        ++compared;
    }
    CHECK(compared == 75);
}
