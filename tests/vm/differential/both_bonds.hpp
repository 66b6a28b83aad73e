// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A kernel bond and one of xdpbond's over slaves of the same kind, given the same frames.

#include "far_ends.hpp"

#include <string>
#include <vector>

namespace xdpbond::test {

struct answers {
    std::string kernel, ours; // the numbers of the slaves, one digit a frame (or a copy)
};

// Options that both have, in the kernel's words; "" is left out.
struct bond_words {
    std::string mode;
    std::string xmit_hash_policy = {};
    std::string options = {}; // of xdpbond's alone: "all_slaves_active=1 …"
};

// What xdpbond is told so that it does as the kernel's XDP path: see differences.hpp.
inline const std::string as_the_kernel = "control_frames=none";

// Where frames come from on the kernel's side.
enum class path {
    xdp, // a slave, whose program gives them to the bond
    skb, // the bond itself: for what has no native XDP
};

class both_bonds {
public:
    // `order`: the numbers of the slaves in enslave order.
    both_bonds(const bond_words& words, const std::vector<unsigned>& order, path way = path::xdp, unsigned pairs = 8);
    both_bonds(const both_bonds&) = delete;
    both_bonds& operator=(const both_bonds&) = delete;
    ~both_bonds();

    // The same frame on both sides; it arrives on a slave (path::skb: on ours, and is sent on the kernel's bond).
    answers frame(const bytes& frame, unsigned arrives_on, unsigned copies = 1);
    // Frames one after the other.
    answers frames(const std::vector<bytes>& frames, unsigned arrives_on);

    // Live changes, on both sides.
    void policy(const std::string& name);
    void packets_per_slave(unsigned number);
    void primary(unsigned slave);
    void carrier(unsigned slave, bool on);
    void leave(unsigned slave);
    void join(unsigned slave);
    // On ours only.
    void set(const std::string& options);

    far_ends& kernel() { return kernel_; }
    far_ends& ours() { return ours_; }
    bool quiet() const { return kernel_.quiet() && ours_.quiet(); }

    // Until the kernel's bond has seen (miimon) and done what is to be done.
    static void settle();

private:
    void up();
    std::string list() const;

    bond_words words_;
    std::vector<unsigned> order_;
    path way_;
    far_ends kernel_, ours_;
};

} // namespace xdpbond::test
