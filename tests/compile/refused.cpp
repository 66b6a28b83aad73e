// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Compositions that must not compile. Behind each stands the one sentence that the compiler has to say about it.

#include <xdpbond/xdpbond.hpp>

using namespace xdpbond;

constexpr bond uplink{.name = "uplink", .mode = mode::balance_xor, .hash = hash::layer3_4, .slaves = 4};
constexpr bond wider{.name = "uplink", .mode = mode::balance_xor, .hash = hash::layer3_4, .slaves = 5};

// clang-format off

template struct xdpbond::program<"", uplink>; // every program and bond needs a name
template struct xdpbond::program<"sixteen_letters_", uplink>; // a name has at most 15 characters
template struct xdpbond::program<"2nd", uplink>; // a name is a C identifier: letters, digits and _, no digit first
template struct xdpbond::program<"while", uplink>; // a name must not be a keyword of C or C++
template struct xdpbond::program<"ctx", uplink>; // a name must not be LICENSE, ctx or verdict, nor begin with __, XDP, BPF_, bpf_ or xdpbond_
template struct xdpbond::program<"LICENSE", uplink>; // a name must not be LICENSE, ctx or verdict, nor begin with __, XDP, BPF_, bpf_ or xdpbond_
template struct xdpbond::program<"uplink", uplink>; // the program, its bonds and its functions need names of their own
template struct xdpbond::program<"edge", when<is_multicast, uplink>, wider>; // two bonds of one name
template struct xdpbond::program<"edge", bond{.slaves = 1}>; // every program and bond needs a name
template struct xdpbond::program<"edge", bond{.name = "sixteen_letters_", .slaves = 1}>; // a name has at most 15 characters
template struct xdpbond::program<"edge", bond{.name = "a", .mode = mode{5}, .slaves = 1}>; // no such mode
template struct xdpbond::program<"edge", bond{.name = "a"}>; // a bond has 1 to 64 slaves
template struct xdpbond::program<"edge", bond{.name = "a", .slaves = 65}>; // a bond has 1 to 64 slaves
template struct xdpbond::program<"edge", bond{.name = "a", .hash = hash::layer2, .slaves = 2}>; // balance-rr takes no hash policy
template struct xdpbond::program<"edge", bond{.name = "a", .mode = mode::active_backup, .hash = hash::layer2, .slaves = 2}>; // active-backup takes no hash policy
template struct xdpbond::program<"edge", bond{.name = "a", .mode = mode::broadcast, .hash = hash::layer2, .slaves = 2}>; // broadcast takes no hash policy
template struct xdpbond::program<"edge", bond{.name = "a", .mode = mode::balance_xor, .hash = hash{6}, .slaves = 2}>; // no such hash policy
template struct xdpbond::program<"edge", bond{.name = "a", .slaves = 2, .hash_version = hash_version::v5_15}>; // hash_version belongs to balance-xor and 802.3ad
template struct xdpbond::program<"edge", bond{.name = "a", .mode = mode::ieee8023ad, .slaves = 2, .packets_per_slave = 2}>; // packets_per_slave belongs to balance-rr
template struct xdpbond::program<"edge", bond{.name = "a", .slaves = 2, .packets_per_slave = 65536}>; // packets_per_slave is 0 (random) to 65535
template struct xdpbond::program<"edge", bond{.name = "a", .mode = mode::broadcast, .slaves = 2, .rr_slaves = rr_slaves::all}>; // rr_slaves belongs to balance-rr
template struct xdpbond::program<"edge", bond{.name = "a", .slaves = 2, .all_slaves_active = true}>; // all_slaves_active belongs to active-backup
template struct xdpbond::program<"edge", bond{.name = "a", .slaves = 2, .broadcast_frags = otherwise::pass}>; // broadcast_frags belongs to broadcast
template struct xdpbond::program<"edge", bond{.name = "a", .slaves = 2, .no_slave = otherwise{2}}>; // an option has a value that it does not know
template struct xdpbond::program<"edge", stage{}, uplink>; // a stage or condition is the name of a C function
template struct xdpbond::program<"edge", stage{.function = "a-b"}, uplink>; // a stage or condition is the name of a C function
template struct xdpbond::program<"edge", stage{.function = "police", .arguments = "1); (2"}, uplink>; // arguments are numbers and names, with commas between
template struct xdpbond::program<"edge", stage{.function = "police", .header = "\"police.h\""}, uplink>; // a header is \"file.h\" or \"<file.h>\", without quotes, spaces or line breaks in its name
template struct xdpbond::program<"edge", stage{.function = "police_police_police_police_police_police_police_police_police_p"}, uplink>; // a function, its arguments and its header have at most 63 characters each
template struct xdpbond::program<"edge", when<is_multicast>, uplink>; // when<> needs a condition and at least one step
template struct xdpbond::program<"edge", uplink, drop>; // no frame reaches a step behind one that takes them all
template struct xdpbond::program<"edge", when<is_multicast, drop, uplink>, uplink>; // no frame reaches a step behind one that takes them all
template struct xdpbond::program<"edge">; // a program ends with a step that takes every frame: a bond, pass or drop
template struct xdpbond::program<"edge", pass_control_frames>; // a program ends with a step that takes every frame: a bond, pass or drop
template struct xdpbond::program<"edge", when<is_multicast, uplink>>; // a program ends with a step that takes every frame: a bond, pass or drop
template struct xdpbond::program<"edge", ingress<uplink>>; // a program ends with a step that takes every frame: a bond, pass or drop

// Parts that are none, and a wrong program whose text is asked for: one sentence too.
template struct xdpbond::program<"edge", 42, uplink>; // a composition is made of stages, when<> and bonds
template struct xdpbond::program<"edge", is_multicast, uplink>; // a condition stands first in a when<>
template struct xdpbond::program<"edge", when<drop, uplink>>; // a when<> begins with a condition
constexpr auto text_of = source_of<program<"text", bond{.name = "a", .slaves = 2, .hash_version = hash_version::v5_15}>, "text.xdp.cpp">; // hash_version belongs to balance-xor and 802.3ad
