// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A bond as a plain value: what an application composes, at compile time or at run time.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/text.hpp>

namespace xdpbond {

enum class mode : unsigned char {
    balance_rr = XDPBOND_MODE_BALANCE_RR,
    active_backup = XDPBOND_MODE_ACTIVE_BACKUP,
    balance_xor = XDPBOND_MODE_BALANCE_XOR,
    broadcast = XDPBOND_MODE_BROADCAST,
    ieee8023ad = XDPBOND_MODE_8023AD, // 802.3ad
};

enum class hash : unsigned char {
    layer2 = XDPBOND_HASH_LAYER2,
    layer3_4 = XDPBOND_HASH_LAYER3_4,
    layer2_3 = XDPBOND_HASH_LAYER2_3,
    encap2_3 = XDPBOND_HASH_ENCAP2_3,
    encap3_4 = XDPBOND_HASH_ENCAP3_4,
    vlan_srcmac = XDPBOND_HASH_VLAN_SRCMAC,
};

enum class control_frames : unsigned char {
    default_ = XDPBOND_CONTROL_DEFAULT,
    link_local = XDPBOND_CONTROL_LINK_LOCAL,
    none = XDPBOND_CONTROL_NONE,
};

enum class otherwise : unsigned char {
    drop = XDPBOND_OTHERWISE_DROP,
    pass = XDPBOND_OTHERWISE_PASS,
};

enum class hash_version : unsigned char {
    v6_1 = XDPBOND_HASH_VERSION_6_1,
    v5_15 = XDPBOND_HASH_VERSION_5_15,
};

enum class rr_slaves : unsigned char {
    all = XDPBOND_RR_ALL,
    usable = XDPBOND_RR_USABLE,
};

// An option that may be left out: then its default holds, and nothing is written or checked.
template <class T>
struct option {
    T value{};
    bool given = false;

    constexpr option() = default;
    constexpr option(T from) : value(from), given(true) {}

    constexpr T value_or(T normal) const { return given ? value : normal; }
    constexpr bool operator==(const option&) const = default;
};

// What each option means stands at struct xdpbond_options in abi.h; the mode decides which of them it takes.
struct bond {
    xdpbond::name name{};
    xdpbond::mode mode = xdpbond::mode::balance_rr;
    option<xdpbond::hash> hash{};
    unsigned slaves = 0; // capacity: 1..XDPBOND_SLAVES_MAX
    option<unsigned> packets_per_slave{};
    option<bool> all_slaves_active{};
    option<xdpbond::control_frames> control_frames{};
    option<otherwise> no_slave{};
    option<otherwise> broadcast_frags{};
    option<bool> carrier_check{};
    option<bool> statistics{};
    option<xdpbond::hash_version> hash_version{};
    option<xdpbond::rr_slaves> rr_slaves{};
    bool tunable = false; // the loader may set all options but mode and hash before it loads the object

    constexpr bool operator==(const bond&) const = default;
};

constexpr bool takes_hash(mode of) {
    return of == mode::balance_xor || of == mode::ieee8023ad;
}

// The options as the kernel program has them, defaults filled in.
constexpr xdpbond_options options_of(const bond& from) {
    xdpbond_options to{};
    to.mode = static_cast<__u8>(from.mode);
    to.hash = static_cast<__u8>(from.hash.value_or(hash::layer2));
    to.packets_per_slave = static_cast<__u16>(from.packets_per_slave.value_or(1));
    to.all_slaves_active = from.all_slaves_active.value_or(false);
    to.control_frames = static_cast<__u8>(from.control_frames.value_or(control_frames::default_));
    to.no_slave = static_cast<__u8>(from.no_slave.value_or(otherwise::drop));
    to.broadcast_frags = static_cast<__u8>(from.broadcast_frags.value_or(otherwise::drop));
    to.carrier_check = from.carrier_check.value_or(true);
    to.statistics = from.statistics.value_or(true);
    to.hash_version = static_cast<__u8>(from.hash_version.value_or(hash_version::v6_1));
    to.rr_slaves = static_cast<__u8>(from.rr_slaves.value_or(rr_slaves::all));
    return to;
}

// The other way: gives the mode, the hash where the mode takes one, and whatever differs from its default.
constexpr bond bond_of(const name& called, unsigned slaves, const xdpbond_options& from) {
    const auto differs = []<class T>(T value, T normal) { return value == normal ? option<T>{} : option<T>{value}; };
    bond to{.name = called, .mode = static_cast<mode>(from.mode), .slaves = slaves};
    if (takes_hash(to.mode)) {
        to.hash = static_cast<hash>(from.hash);
    }
    to.packets_per_slave = differs(unsigned{from.packets_per_slave}, 1U);
    to.all_slaves_active = differs(from.all_slaves_active != 0, false);
    to.control_frames = differs(static_cast<control_frames>(from.control_frames), control_frames::default_);
    to.no_slave = differs(static_cast<otherwise>(from.no_slave), otherwise::drop);
    to.broadcast_frags = differs(static_cast<otherwise>(from.broadcast_frags), otherwise::drop);
    to.carrier_check = differs(from.carrier_check != 0, true);
    to.statistics = differs(from.statistics != 0, true);
    to.hash_version = differs(static_cast<hash_version>(from.hash_version), hash_version::v6_1);
    to.rr_slaves = differs(static_cast<rr_slaves>(from.rr_slaves), rr_slaves::all);
    return to;
}

} // namespace xdpbond
