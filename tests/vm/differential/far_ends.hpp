// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// veth pairs to be slaves, and what comes out at their far ends.

#include "support/bytes.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct far_end;

namespace xdpbond::test {

// Runs a command; the test fails where it fails.
void command(const std::string& words);

class far_ends {
public:
    // Pairs `prefix`0 and `prefix`0x, …: the far ends are up, the others not yet anything.
    // `lacp_is_noise`: LACP frames are not counted.
    far_ends(const std::string& prefix, unsigned count, bool lacp_is_noise = false);
    far_ends(const far_ends&) = delete;
    far_ends& operator=(const far_ends&) = delete;
    ~far_ends();

    std::string slave(unsigned number) const { return prefix_ + std::to_string(number); }

    // Takes a slave's carrier away, or gives it back.
    void carrier(unsigned number, bool on) const;

    // Lets the frame arrive on a slave: the numbers of the slaves that sent it on, one digit each, in order.
    std::string arrive(unsigned slave, const bytes& frame, unsigned copies = 1);

    // The same for a frame that is sent on any interface, with a socket's priority.
    std::string send(const std::string& ifname, const bytes& frame, unsigned copies = 1, int priority = 0);

    // Nothing came out that has not been told.
    bool quiet() const;

    // For a kernel bond: a program that gives each frame back, on an interface or off.
    void through_the_bond(const std::string& ifname, bool on) const;

private:
    std::string collect(unsigned copies);

    std::string prefix_;
    unsigned count_;
    std::shared_ptr<::far_end> program_;
    std::uint32_t told_ = 0;
    int socket_ = -1;
};

} // namespace xdpbond::test
