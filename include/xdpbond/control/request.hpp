// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a caller asks for: plain values that the command line, a test or an orchestrator fills in.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xdpbond::control {

class planner;

// Where to work and how. An empty netns is the caller's own network namespace.
struct context {
    std::string netns;                             // name as in `ip netns`
    std::filesystem::path pin_dir = "/sys/fs/bpf"; // a bpffs folder; bonds lie below <pin_dir>/xdpbond
    bool dry_run = false;                          // say what would be done, do nothing

    // Not 0: up, set and changes of slaves undo themselves after so many seconds unless they are confirmed.
    // start_waiter then starts the process that does it (enlist_for_undo(), undo_unless_confirmed()) and returns once
    // it is enlisted.
    std::uint32_t confirm_within = 0;
    std::function<result<void>(const std::string& bond, std::uint64_t token)> start_waiter{};

    // Who decides which slaves may send, where a process watches them; nullptr: the links of the moment do.
    class planner* planner = nullptr;
};

// The kernel's defaults, and ours for our own options.
constexpr xdpbond_options default_options() {
    xdpbond_options options{};
    options.mode = XDPBOND_MODE_BALANCE_RR;
    options.hash = XDPBOND_HASH_LAYER2;
    options.packets_per_slave = 1;
    options.carrier_check = 1;
    options.statistics = 1;
    return options;
}

constexpr xdpbond_watch default_watch() {
    xdpbond_watch watch{};
    watch.miimon = 100;
    return watch;
}

// The settings of a bond that `up` and `set` share.
struct bond_settings {
    xdpbond_options options = default_options();
    xdpbond_watch watch = default_watch(); // for who watches; all but fail_over_mac need a planner
    std::string primary{};                 // an interface name; "" for none
    std::string active_slave{};            // an interface name; "" for none
    mac_address address{};                 // the bond's; zero: the first slave's own
};

// Whether a program's words name an object file: they hold a slash.
constexpr bool is_file(std::string_view program) {
    return program.find('/') != program.npos;
}

struct up_request {
    std::string name;
    std::vector<std::string> slaves; // interface names in enslave order
    bond_settings settings;
    // "tx", "forward", or an object file built with xdpbond's headers: "/path/of/object.bpf.o", with ":function" where
    // it has several programs.
    std::string program = "tx";
    std::string peer{}; // forward: the interface on the other side
    xdpbond_attach attach = XDPBOND_ATTACH_AUTO;
    bool force = false;                 // take ports that carry addresses, the default route or a master
    bool from_file = false;             // remembered: it stands in a configuration file
    std::vector<std::string> changed{}; // options that were asked for; of the others an object file's own count
};

// OPTION=VALUE pairs in the order given, the kernel's option names and ours.
using assignments = std::vector<std::pair<std::string, std::string>>;

// What was done, or would be done in a dry run: one sentence a step, in order. What an operator should know in any case
// begins with "warning: "; a setting of a port that is changed until the port is let go, with "change ".
using report = std::vector<std::string>;

struct slave_request {
    std::string bond;
    std::string slave;      // an interface name
    assignments settings{}; // of add and set: state, prio
    bool force = false;     // add: as for up; set: drain the last slave that can send
};

} // namespace xdpbond::control
