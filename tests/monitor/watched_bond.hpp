// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A bond that exists nowhere, with a clock of its own: s0, s1, … all up, full duplex at 10000 Mbit/s, as veths are.

#include <xdpbond/control/monitor.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::test {

struct watched_bond {
    control::monitor_options options;
    std::vector<control::slave_facts> slaves;
    control::monitor_memory memory;
    control::monitor_plan plan;
    control::moment now = control::moment(std::chrono::hours(1));
    std::vector<control::monitor_event> told; // since forget()

    watched_bond(unsigned count, unsigned mode);

    // A call now. Whatever a test does, each call's plan is checked for what must always hold.
    void look();
    // What the daemon does when nothing happens for so long: calls at the moments that the plans ask for.
    void wait(unsigned ms);
    // Time passes without a call.
    void sleep(unsigned ms) { now += std::chrono::milliseconds(ms); }
    void forget() { told.clear(); }

    control::slave_facts& slave(unsigned number);
    void add(unsigned number);
    void remove(unsigned number);

    // Carrier changes and nobody notices before the next poll.
    void cut(unsigned number);
    void mend(unsigned number);
    // It changes and a netlink event tells.
    void lose(unsigned number);
    void regain(unsigned number);

    const control::slave_plan& of(unsigned number) const;
    std::string link(unsigned number) const { return std::string(name_of(of(number).link)); }
    std::string usable() const;  // "02": s0 and s2, in enslave order
    std::string senders() const; // the same
    std::string active() const;  // "1"; "-" for none
    std::string preference() const;
    // "up s1 carrier_back; active s1 primary"
    std::string story() const;
};

// In active-backup, and looked at once.
watched_bond backup_bond(unsigned count, control::reselect how = control::reselect::always,
                         const std::string& primary = "");

} // namespace xdpbond::test
