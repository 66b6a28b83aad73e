// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// How a bond's values are spelled in C: the words of abi.h.

#include <xdpbond/bond.hpp>
#include <xdpbond/step.hpp>

#include <cstddef>
#include <string_view>

namespace xdpbond {

constexpr function_text decimal(unsigned number) {
    return arguments_of(number);
}

constexpr std::string_view spelling(mode of) {
    switch (of) {
    case mode::balance_rr:
        return "XDPBOND_MODE_BALANCE_RR";
    case mode::active_backup:
        return "XDPBOND_MODE_ACTIVE_BACKUP";
    case mode::balance_xor:
        return "XDPBOND_MODE_BALANCE_XOR";
    case mode::broadcast:
        return "XDPBOND_MODE_BROADCAST";
    case mode::ieee8023ad:
        return "XDPBOND_MODE_8023AD";
    }
    return {};
}

constexpr std::string_view spelling(hash of) {
    switch (of) {
    case hash::layer2:
        return "XDPBOND_HASH_LAYER2";
    case hash::layer3_4:
        return "XDPBOND_HASH_LAYER3_4";
    case hash::layer2_3:
        return "XDPBOND_HASH_LAYER2_3";
    case hash::encap2_3:
        return "XDPBOND_HASH_ENCAP2_3";
    case hash::encap3_4:
        return "XDPBOND_HASH_ENCAP3_4";
    case hash::vlan_srcmac:
        return "XDPBOND_HASH_VLAN_SRCMAC";
    }
    return {};
}

constexpr std::string_view spelling(control_frames of) {
    switch (of) {
    case control_frames::default_:
        return "XDPBOND_CONTROL_DEFAULT";
    case control_frames::link_local:
        return "XDPBOND_CONTROL_LINK_LOCAL";
    case control_frames::none:
        return "XDPBOND_CONTROL_NONE";
    }
    return {};
}

constexpr std::string_view spelling(otherwise of) {
    return of == otherwise::drop ? "XDPBOND_OTHERWISE_DROP" : "XDPBOND_OTHERWISE_PASS";
}

constexpr std::string_view spelling(hash_version of) {
    return of == hash_version::v6_1 ? "XDPBOND_HASH_VERSION_6_1" : "XDPBOND_HASH_VERSION_5_15";
}

constexpr std::string_view spelling(rr_slaves of) {
    return of == rr_slaves::all ? "XDPBOND_RR_ALL" : "XDPBOND_RR_USABLE";
}

constexpr std::string_view spelling(bool of) {
    return of ? "1" : "0";
}

// Calls visit(field, value) for each option that is given, mode and hash aside, in the order of struct xdpbond_options.
template <class Visitor>
constexpr void each_option(const bond& of, Visitor visit) {
    const auto add = [&visit](std::string_view field, const auto& option) {
        if (option.given) {
            visit(field, spelling(option.value));
        }
    };
    if (of.packets_per_slave.given) {
        visit("packets_per_slave", decimal(of.packets_per_slave.value).view());
    }
    add("all_slaves_active", of.all_slaves_active);
    add("control_frames", of.control_frames);
    add("no_slave", of.no_slave);
    add("broadcast_frags", of.broadcast_frags);
    add("carrier_check", of.carrier_check);
    add("statistics", of.statistics);
    add("hash_version", of.hash_version);
    add("rr_slaves", of.rr_slaves);
}

constexpr std::size_t count_options(const bond& of) {
    std::size_t count = 0;
    each_option(of, [&count](std::string_view, std::string_view) { count++; });
    return count;
}

} // namespace xdpbond
