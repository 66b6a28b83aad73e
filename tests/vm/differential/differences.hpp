// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Where xdpbond is not to do what a kernel bond does in the same place: all of it, and nothing else may differ.
// Each has a test in differences_test.cpp (vlan+srcmac: in policies_test.cpp); the other tests use the options that take
// the difference away.

#include <string_view>

#include <cstdio>
#include <sys/utsname.h>

namespace xdpbond::test {

enum : unsigned { // indexes of `differences`
    control_frames,
    back_up_frames,
    return_in_active_backup,
    return_in_8023ad,
    flows_of_lost_slaves,
    tag_of_vlan_srcmac,
    cfm,
    tagged_frames,
};

struct difference {
    std::string_view kernel, ours, why;
};

inline constexpr difference differences[] = {
    {"A program on a bond that answers XDP_TX sends LACP, ARP and neighbour discovery through any slave.",
     "Control frames go up the stack of the port they came in on (control_frames=none: they do not).",
     "The kernel's own receive path handles them after XDP; a program has to pass them."},
    {"In active-backup XDP takes frames that arrive on a back-up slave.",
     "Dropped, as the bond's receive handler drops them (all_slaves_active=1: taken).",
     "XDP runs before the handler that drops inactive slaves' frames."},
    {"In active-backup without a primary the slave that took over stays active when another one returns.",
     "The first living one in enslave order is active again (active_slave=IF: that one stays).",
     "No process remembers who took over."},
    {"In 802.3ad without a partner the slave that took over keeps sending when the first one returns.",
     "The first living one in enslave order sends again.", "No process remembers who took over."},
    {"In balance-xor a loss of carrier moves the flows of all slaves: it changes what the hash is divided by.",
     "Those of the lost slave alone move, to where the kernel sends them, and are back when it is.",
     "A flow that moves may be reordered."},
    {"vlan+srcmac has no native XDP; the skb path sees the tag that a VLAN device left outside of the frame.",
     "The tag in the frame is hashed.", "In XDP there is no other place for a tag."},
    {"Since 6.5 the flow dissector knows CFM (ethertype 0x8902): with an encap policy such a frame has a flow, an "
     "empty one.",
     "As before 6.5: the layer2 hash, as for any ethertype that is not known.",
     "hash_version=6.1 is one kernel's arithmetic, whatever kernel it runs on."},
    {"For tagged frames the other policies choose differently in XDP and behind a VLAN device.",
     "As the kernel in XDP: the outermost ethertype is the tag's.", "Which of both is a matter of the path."},
};

// Whether this kernel's flow dissector does.
inline bool kernel_knows_cfm() {
    utsname name{};
    unsigned major = 0, minor = 0;
    return uname(&name) == 0 && std::sscanf(name.release, "%u.%u", &major, &minor) == 2 &&
           (major > 6 || (major == 6 && minor >= 5));
}

} // namespace xdpbond::test
