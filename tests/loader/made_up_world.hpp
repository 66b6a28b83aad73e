// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Bonds and interfaces that exist nowhere, on which orders are carried out as the control plane does, with its
// refusals.

#include "daemon/reconcile.hpp"

#include <map>
#include <string>
#include <vector>

namespace xdpbond::test {

struct made_up_world {
    struct interface {
        std::uint32_t ifindex = 0;
        bool carrier = true;
        std::string other_name{}; // an alternative name
    };
    std::map<std::string, interface> interfaces;
    std::vector<control::bond_state> bonds;
    std::uint32_t capacity = XDPBOND_SLAVES_MAX;

    std::vector<std::string> done;    // each order in words: "add uplink eth0 state=standby"
    std::vector<std::string> refused; // and those that were refused, with why
    unsigned silenced = 0;            // times that a bond lost its last slave that could send by `del`

    void plug(const std::string& name, bool carrier = true, const std::string& other_name = "");
    void unplug(const std::string& name) { interfaces.erase(name); }

    loader::found_ports find(const loader::configuration& wanted) const;
    void carry_out(const std::vector<loader::order>& orders);
    control::bond_state* bond(const std::string& name);

    // "eth0 eth1": the slaves of a bond in enslave order.
    std::string slaves(const std::string& name);
    // Who may send is found out anew; after a change of carriers by hand.
    void look();

private:
    control::result<void> operate(const loader::order& order);
    control::result<void> up(const loader::order& order);
    control::result<void> set(control::bond_state& bond, const control::assignments& changes);
    control::result<void> add(control::bond_state& bond, const control::slave_request& request);
    control::result<void> remove(control::bond_state& bond, const std::string& slave);
    control::result<void> set_slave(control::bond_state& bond, const control::slave_request& request);
    control::result<xdpbond_config_slave> join(const std::string& name) const;
    std::map<std::string, interface>::const_iterator at(const std::string& name) const;
    std::uint32_t indexes_ = 10;
};

} // namespace xdpbond::test
