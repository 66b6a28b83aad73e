// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// One bond that is watched: its links and the monitor, its table, and what it remembers.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/fd.hpp>
#include <xdpbond/control/glance.hpp>
#include <xdpbond/control/links.hpp>
#include <xdpbond/control/monitor.hpp>
#include <xdpbond/control/pins.hpp>
#include <xdpbond/control/publish.hpp>
#include <xdpbond/control/result.hpp>

#include <optional>
#include <string>
#include <vector>

namespace xdpbond::control {

// What one look at a bond brought.
struct kept_look {
    std::vector<monitor_event> events{};
    std::string trouble{};       // what could not be done, once for each cause; it is tried again
    bool gone = false;           // there is no such bond any more
    bool untended = false;       // a slave has lost its program, its interface or its name: see tend()
    moment next = moment::max(); // look again then
};

class kept_bond {
public:
    // A complete bond. Its table is taken as it is published.
    static result<kept_bond> open(const bond_pins& pins);

    // Looks at its links (all that can be known about them: `thorough`), and makes the table what it should be. Writes
    // only with the bond's lock; where somebody else has it, the next look does.
    kept_look look(const links& net, moment now, bool thorough);

    // The bond was changed by an operation that knows of its monitor.
    void changed(monitor_memory memory, std::vector<monitor_event> events);

    // Slaves and the other side, by number or name.
    bool has_port(const link_glance& seen) const;

    const std::string& name() const { return name_; }
    const bond_pins& pins() const { return pins_; }
    const xdpbond_config& config() const { return config_; }
    monitor_memory& memory() { return memory_; }

private:
    kept_bond(bond_pins pins, unique_fd map) : pins_(std::move(pins)), name_(pins_.name()), map_(std::move(map)) {}
    result<bool> read_again();
    void look_at_ports(const links& net, const xdpbond_config& config, bool thorough);
    bool is_pinned() const;
    result<void> have_table();
    result<void> write(const xdpbond_half& wanted, const monitor_plan& plan);
    std::string new_trouble(const error& failure);

    bond_pins pins_;
    std::string name_;
    unique_fd map_;
    xdpbond_config config_{};            // as read last
    bool begun_ = false;                 // the monitor knows the bond
    bool settled_ = false;               // nothing of an earlier publication is left
    std::vector<link_facts> ports_{};    // of each slave; ifindex 0: not there, or without the bond's program
    std::vector<link_glance> glances_{}; // of each slave, then of the other side
    link_facts peer_{};
    bool untended_ = false;
    monitor_memory memory_{};
    std::optional<publisher> table_{};
    std::vector<std::pair<monitor_event, std::uint64_t>> untold_{}; // not remembered yet, with when they happened
    std::string trouble_{};
};

} // namespace xdpbond::control
