// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/options.hpp>

#include "kernel_options.hpp"
#include "option_value.hpp"

#include <algorithm>

namespace xdpbond::control {
namespace {

constexpr named_value mode_names[] = {
    {"balance-rr", XDPBOND_MODE_BALANCE_RR},
    {"active-backup", XDPBOND_MODE_ACTIVE_BACKUP},
    {"balance-xor", XDPBOND_MODE_BALANCE_XOR},
    {"broadcast", XDPBOND_MODE_BROADCAST},
    {"802.3ad", XDPBOND_MODE_8023AD},
    {"balance-tlb", 5},
    {"balance-alb", 6},
};
constexpr named_value hash_names[] = {
    {"layer2", XDPBOND_HASH_LAYER2},     {"layer3+4", XDPBOND_HASH_LAYER3_4}, {"layer2+3", XDPBOND_HASH_LAYER2_3},
    {"encap2+3", XDPBOND_HASH_ENCAP2_3}, {"encap3+4", XDPBOND_HASH_ENCAP3_4}, {"vlan+srcmac", XDPBOND_HASH_VLAN_SRCMAC},
};
constexpr named_value off_on[] = {{"off", 0}, {"on", 1}};
constexpr named_value control_names[] = {
    {"default", XDPBOND_CONTROL_DEFAULT}, {"link-local", XDPBOND_CONTROL_LINK_LOCAL}, {"none", XDPBOND_CONTROL_NONE}};
constexpr named_value otherwise_names[] = {{"drop", XDPBOND_OTHERWISE_DROP}, {"pass", XDPBOND_OTHERWISE_PASS}};
constexpr named_value version_names[] = {{"6.1", XDPBOND_HASH_VERSION_6_1}, {"5.15", XDPBOND_HASH_VERSION_5_15}};
constexpr named_value rr_names[] = {{"all", XDPBOND_RR_ALL}, {"usable", XDPBOND_RR_USABLE}};

// An option that is one field of struct xdpbond_options.
struct field_option {
    std::string_view name;
    value_rule rule;
    void (*store)(xdpbond_options& options, std::uint32_t value);
    std::uint32_t (*load)(const xdpbond_options& options);
};

constexpr value_rule named(std::span<const named_value> names) {
    return {value_kind::name, 0, 0, names};
}
constexpr value_rule names_only(std::span<const named_value> names) {
    return {value_kind::name, 0, 0, names, false};
}

template <auto Field>
constexpr field_option field(std::string_view name, value_rule rule) {
    return {name, rule,
            [](xdpbond_options& options, std::uint32_t value) {
                options.*Field = static_cast<std::remove_reference_t<decltype(options.*Field)>>(value);
            },
            [](const xdpbond_options& options) -> std::uint32_t { return options.*Field; }};
}

constexpr field_option field_options[] = {
    field<&xdpbond_options::mode>("mode", named(mode_names)),
    field<&xdpbond_options::hash>("xmit_hash_policy", named(hash_names)),
    field<&xdpbond_options::packets_per_slave>("packets_per_slave", {value_kind::number, 0, 65535}),
    field<&xdpbond_options::all_slaves_active>("all_slaves_active", named(off_on)),
    field<&xdpbond_options::control_frames>("control_frames", names_only(control_names)),
    field<&xdpbond_options::no_slave>("no_slave", names_only(otherwise_names)),
    field<&xdpbond_options::broadcast_frags>("broadcast_frags", names_only(otherwise_names)),
    field<&xdpbond_options::carrier_check>("carrier_check", named(off_on)),
    field<&xdpbond_options::statistics>("statistics", named(off_on)),
    field<&xdpbond_options::hash_version>("hash_version", names_only(version_names)),
    field<&xdpbond_options::rr_slaves>("rr_slaves", names_only(rr_names)),
};

// An option that names an interface.
struct interface_option {
    std::string_view name;
    std::string bond_settings::*field;
};

constexpr interface_option interface_options[] = {
    {"primary", &bond_settings::primary},
    {"active_slave", &bond_settings::active_slave},
};

constexpr value_rule interface_rule{value_kind::interface};

std::string pair(std::string_view option, std::string_view value) {
    return std::string(option) + "=" + std::string(value);
}

error bad_value(std::string_view option, std::string_view value, const value_rule& rule) {
    return {exit_code::usage, pair(option, value) + ": " + std::string(option) + " takes " + expectation(rule)};
}

std::string_view name_of(std::span<const named_value> names, unsigned value) {
    const auto found = std::ranges::find(names, value, &named_value::value);
    return found == names.end() ? std::string_view("unknown") : found->name;
}

} // namespace

std::string_view mode_name(unsigned mode) {
    return name_of(mode_names, mode);
}
std::string_view hash_name(unsigned policy) {
    return name_of(hash_names, policy);
}

result<void> assign(bond_settings& settings, std::string_view option, std::string_view value) {
    for (const auto& field : field_options) {
        if (field.name != option)
            continue;
        const auto number = value_of(field.rule, value);
        if (!number)
            return bad_value(option, value, field.rule);
        if (option == "mode" && *number > XDPBOND_MODE_8023AD)
            return error{exit_code::unsupported,
                         pair(option, value) + ": needs the daemon to answer ARP and move flows, which this release "
                                               "does not have; use balance-xor or active-backup"};
        field.store(settings.options, *number);
        return {};
    }
    for (const auto& interface : interface_options) {
        if (interface.name != option)
            continue;
        if (!accepts(interface_rule, value))
            return bad_value(option, value, interface_rule);
        settings.*interface.field = value == "none" ? "" : std::string(value);
        return {};
    }
    if (const auto* known = find_kernel_option(option)) {
        if (!accepts(known->rule, value))
            return bad_value(option, value, known->rule);
        return error{exit_code::unsupported,
                     pair(option, value) + ": " + std::string(option) + " " + std::string(known->reason)};
    }
    return error{exit_code::usage,
                 pair(option, value) + ": no option is called '" + std::string(option) + "'; see man xdpbond-load"};
}

assignments describe(const bond_settings& settings) {
    assignments pairs;
    for (const auto& field : field_options) {
        const auto value = field.load(settings.options);
        pairs.emplace_back(field.name, field.rule.names.empty() ? std::to_string(value)
                                                                : std::string(name_of(field.rule.names, value)));
    }
    for (const auto& interface : interface_options)
        pairs.emplace_back(interface.name, settings.*interface.field);
    return pairs;
}

} // namespace xdpbond::control
