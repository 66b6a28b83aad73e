// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The way from the bonds that are there to those that a configuration file asks for, as a list of orders. Pure.
//
//  - A bond of the file that is not there is built from those of its ports that are there; at least one slave, and the
//    other side of forward. The rest wait, and join in their place once they are there.
//  - Of one that is there only what differs is changed. What the file does not say is at its default; but active_slave
//    counts only where the file gives it, and so does every option of a bond whose program is a file: what that was
//    built for is not known here. Another program, other side or attach mode, and fail_over_mac=active
//    come or gone, cannot be had without taking the bond down, which is left to the operator.
//  - Slaves are added before others are taken out, and the enslave order is made right by taking out and adding again
//    as few as possible. The last slave that can send is not taken out for it: it waits for another that can.
//  - A bond that was made for the file and is not in it any more is taken down; one made by hand is left alone.
//  - Half-done work is finished; a bond whose last change waits for confirmation is left alone until then.
//  - What is equal needs no order at all.

#include "configuration.hpp"
#include "order.hpp"

#include <xdpbond/control/state.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace xdpbond::loader {

// An interface that a name of the file leads to.
struct found_port {
    std::string name; // its own: the file may have an alternative one
    std::uint32_t ifindex = 0;
    bool carrier = false; // up, and the link too

    friend bool operator==(const found_port&, const found_port&) = default;
};

// By the name in the file; a name without an interface is not in it.
using found_ports = std::map<std::string, found_port>;

// What cannot be done yet.
struct waiting_port {
    std::string bond;
    std::string port; // "": the bond as a whole
    std::string why;  // a sentence: what for, which objects

    friend bool operator==(const waiting_port&, const waiting_port&) = default;
};

struct reconciliation {
    std::vector<order> orders;         // to be carried out one after the other; a failed one does not stop the rest
    std::vector<mistake> refused;      // what cannot be changed, with its place in the file
    std::vector<waiting_port> waiting; // to be tried again when links, or the bonds, have changed
};

// At the start of the daemon, and when the file was read again.
reconciliation orders_for(const configuration& wanted, std::span<const control::bond_state> there,
                          const found_ports& ports);

// Later, for what had to wait: nothing else is changed, so that what was done by hand since then stays.
reconciliation orders_for_waiting(const configuration& wanted, std::span<const control::bond_state> there,
                                  const found_ports& ports, std::span<const waiting_port> waiting);

// Every name of a port in the file, once each: those to be looked up.
std::vector<std::string> port_names(const configuration& wanted);

// Looks them up, in the network namespace of `where`. Not pure.
control::result<found_ports> find_ports(const control::context& where, const configuration& wanted);

} // namespace xdpbond::loader
