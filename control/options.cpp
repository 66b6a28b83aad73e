// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/options.hpp>

#include "address_option.hpp"
#include "kernel_options.hpp"
#include "option_value.hpp"

#include <algorithm>
#include <limits>

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

constexpr named_value reselect_names[] = {{"always", static_cast<unsigned>(reselect::always)},
                                          {"better", static_cast<unsigned>(reselect::better)},
                                          {"failure", static_cast<unsigned>(reselect::failure)}};

constexpr value_rule any_int{value_kind::number, 0, std::numeric_limits<std::int32_t>::max()};

// An option of who watches the slaves, as the kernel's text has it.
struct watch_option {
    std::string_view name;
    value_rule rule;
    result<std::string> (*store)(monitor_options& options, std::uint32_t value);
    std::uint64_t (*load)(const monitor_options& options);
};

constexpr watch_option watch_options[] = {
    {"miimon", any_int,
     [](monitor_options& options, std::uint32_t ms) -> result<std::string> { return set_miimon(options, ms); },
     [](const monitor_options& options) -> std::uint64_t { return options.miimon; }},
    {"updelay", any_int, set_updelay, updelay_ms},
    {"downdelay", any_int, set_downdelay, downdelay_ms},
    {"primary_reselect", named(reselect_names),
     [](monitor_options& options, std::uint32_t value) -> result<std::string> {
         options.primary_reselect = static_cast<reselect>(value);
         return std::string();
     },
     [](const monitor_options& options) { return static_cast<std::uint64_t>(options.primary_reselect); }},
    {"min_links", any_int,
     [](monitor_options& options, std::uint32_t value) -> result<std::string> {
         options.min_links = value;
         return std::string();
     },
     [](const monitor_options& options) -> std::uint64_t { return options.min_links; }},
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
std::string_view reselect_name(reselect how) {
    return name_of(reselect_names, static_cast<unsigned>(how));
}

monitor_options options_of(const bond_settings& settings) {
    return {.mode = settings.options.mode,
            .miimon = settings.watch.miimon,
            .updelay = settings.watch.updelay,
            .downdelay = settings.watch.downdelay,
            .min_links = settings.watch.min_links,
            .primary_reselect = static_cast<reselect>(settings.watch.primary_reselect),
            .primary = settings.primary};
}

namespace {

result<std::string> assign_watch(xdpbond_watch& watch, const watch_option& option, std::uint32_t value) {
    monitor_options options = options_of({.watch = watch});
    auto stored = option.store(options, value);
    if (!stored)
        return stored;
    watch.miimon = options.miimon;
    watch.updelay = options.updelay;
    watch.downdelay = options.downdelay;
    watch.min_links = options.min_links;
    watch.primary_reselect = static_cast<__u8>(options.primary_reselect);
    return stored;
}

} // namespace

result<std::string> assign(bond_settings& settings, std::string_view option, std::string_view value) {
    for (const auto& field : field_options) {
        if (field.name != option)
            continue;
        const auto number = value_of(field.rule, value);
        if (!number)
            return bad_value(option, value, field.rule);
        if (option == "mode" && *number > XDPBOND_MODE_8023AD)
            return error{exit_code::unsupported,
                         pair(option, value) + ": needs the daemon to answer ARP and move flows, which it does not "
                                               "do yet; use balance-xor or active-backup"};
        field.store(settings.options, *number);
        return std::string();
    }
    for (const auto& watch : watch_options) {
        if (watch.name != option)
            continue;
        const auto number = value_of(watch.rule, value);
        return number ? assign_watch(settings.watch, watch, *number) : bad_value(option, value, watch.rule);
    }
    for (const auto& interface : interface_options) {
        if (interface.name != option)
            continue;
        if (!accepts(interface_rule, value))
            return bad_value(option, value, interface_rule);
        settings.*interface.field = value == "none" ? "" : std::string(value);
        return std::string();
    }
    if (auto assigned = assign_address(settings, option, value))
        return *assigned;
    if (const auto* known = find_kernel_option(option)) {
        if (!accepts(known->rule, value))
            return bad_value(option, value, known->rule);
        return error{exit_code::unsupported,
                     pair(option, value) + ": " + std::string(option) + " " + std::string(known->reason)};
    }
    return error{exit_code::usage,
                 pair(option, value) + ": no option is called '" + std::string(option) + "'; see man xdpbond-load"};
}

result<report> assign(bond_settings& settings, assignments pairs) {
    // The delays are counted in polls, as the kernel does, which takes miimon first from `ip link` as well.
    std::stable_partition(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.first == "miimon"; });
    report notes;
    for (const auto& [option, value] : pairs) {
        auto assigned = assign(settings, option, value);
        if (!assigned)
            return assigned.failure();
        if (!assigned->empty())
            notes.push_back("warning: " + *assigned);
    }
    return notes;
}

result<void> check_unwatched(std::span<const std::string> changed) {
    for (const auto& option : changed)
        if (std::ranges::find(watch_options, option, &watch_option::name) != std::end(watch_options))
            return error{exit_code::unsupported,
                         option +
                             ": needs the daemon, and none runs here; start `xdpbond-load run`, then give it again"};
    return {};
}

assignments describe(const bond_settings& settings) {
    assignments pairs;
    for (const auto& field : field_options) {
        const auto value = field.load(settings.options);
        pairs.emplace_back(field.name, field.rule.names.empty() ? std::to_string(value)
                                                                : std::string(name_of(field.rule.names, value)));
    }
    const monitor_options options = options_of(settings);
    for (const auto& watch : watch_options) {
        const auto value = watch.load(options);
        pairs.emplace_back(watch.name, watch.rule.names.empty()
                                           ? std::to_string(value)
                                           : std::string(name_of(watch.rule.names, static_cast<unsigned>(value))));
    }
    for (const auto& interface : interface_options)
        pairs.emplace_back(interface.name, settings.*interface.field);
    for (auto& pair : describe_addresses(settings))
        pairs.push_back(std::move(pair));
    return pairs;
}

} // namespace xdpbond::control
