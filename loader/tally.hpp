// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a bond has counted, and how fast, as text and JSON. Pure.

#include <xdpbond/control/state.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace xdpbond::loader {

struct tally_row {
    std::string name; // an interface's name, or a reason's word
    xdpbond_count count;
};

// Frames that were sent to a port and lost by the kernel.
struct tally_error {
    std::string name;       // the port's; "broadcast" where nobody told which
    std::string errno_name; // "EMSGSIZE"; "drops" where the driver took no more frames and said no more
    unsigned number;        // errno; 0 for that
    __u64 packets;
};

// Packets and bytes since each slave joined, and by reason since the bond was made.
struct tally {
    std::string name;
    std::vector<tally_row> slaves;
    std::vector<tally_row> peer; // forward: the other side; else empty
    std::vector<tally_row> reasons;
    xdpbond_count sent{};   // the sum of the slaves
    bool statistics = true; // false: slaves are not counted
    std::vector<tally_error> errors{};
    bool counts_errors = false; // false: `errors` may lack some
};

// "EMSGSIZE"; "drops" for 0, "" where there is no such errno.
std::string errno_text(unsigned number);

tally tally_of(const control::bond_state& bond);

// Per second between two tallies of a bond; rows that only one of them has are left out. A counter that went back
// (the bond was made anew) gives 0.
tally rates(const tally& before, const tally& now, double seconds);

// `rate` may be null: no columns for it.
std::string tally_text(const tally& tally, const struct tally* rate);
nlohmann::ordered_json tally_json(const tally& tally, const struct tally* rate);

} // namespace xdpbond::loader
