// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Whether ports would do as slaves, before anything is done to them.

#include <xdpbond/control/facts.hpp>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xdpbond::control {

// One thing about a port that an operator should know: a sentence with the next step in it.
struct finding {
    enum class kind {
        note,    // it is so, and no harm
        change,  // `up` changes it, and `down` changes it back
        warning, // frames may get lost, or it is slower than it could be
        refusal  // `up` refuses the port
    };
    kind level = kind::note;
    exit_code code = exit_code::done; // refusal: of what `up` would end with
    std::string text;
};

// How far native programs go on a port.
enum class native_support { no, yes, unknown };

// What `up` makes of a port with --attach auto.
enum class attach_outlook {
    unknown,
    native,
    generic,    // it alone: it sends what native programs on the other ports redirect to it
    all_generic // and every other port of its bond with it, for it would not
};

struct port_check {
    link_facts link;
    std::string driver;                          // "" where unknown
    std::optional<std::uint64_t> xdp_features{}; // enum netdev_xdp_act; none: the kernel does not tell (before 6.3)
    native_support native = native_support::unknown;
    bool tried = false;         // native is what the kernel answered to an attempt
    std::string native_words{}; // its words where it refused
    attach_outlook outlook = attach_outlook::unknown;
    std::uint32_t max_mtu = 0;   // what the kernel allows now; tried: while a program with frags was there; 0: unknown
    std::uint32_t rx_queues = 0; // 0: unknown
    std::uint32_t tx_queues = 0;
    std::string program{}; // whose XDP program is on it: "program 7 (xdp_pass), native, held by a bpf_link"; or ""
    std::string far_end{}; // veth: "p0 in namespace blue"; "" for none or out of sight
    std::uint32_t far_mtu = 0;
    std::uint32_t far_max_mtu = 0; // as max_mtu
    std::uint32_t far_tx_queues = 0;
    std::vector<finding> findings{};
};

struct check_report {
    std::vector<port_check> ports;
    std::vector<finding> together; // about all of them in one bond
};

// Looks at ports by name. A port that nobody uses is tried with an XDP program for a moment, where that is the only way
// to know and where it disturbs nothing (a veth); not in a dry run. No such interface: no_such.
result<check_report> check(const context& where, const std::vector<std::string>& names);

} // namespace xdpbond::control
