// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/options.hpp>

#include "address_option.hpp"
#include "option_value.hpp"

#include <algorithm>

namespace xdpbond::control {
namespace {

constexpr unsigned in(unsigned mode) {
    return 1u << mode;
}
constexpr unsigned hashing = in(XDPBOND_MODE_BALANCE_XOR) | in(XDPBOND_MODE_8023AD);

// Options that mean something in some modes only.
struct mode_rule {
    std::string_view option;
    unsigned modes;
};

constexpr mode_rule mode_rules[] = {
    {"packets_per_slave", in(XDPBOND_MODE_BALANCE_RR)},
    {"rr_slaves", in(XDPBOND_MODE_BALANCE_RR)},
    {"xmit_hash_policy", hashing},
    {"hash_version", hashing},
    {"primary", in(XDPBOND_MODE_ACTIVE_BACKUP)},
    {"active_slave", in(XDPBOND_MODE_ACTIVE_BACKUP)},
    {"primary_reselect", in(XDPBOND_MODE_ACTIVE_BACKUP)},
    {"fail_over_mac", in(XDPBOND_MODE_ACTIVE_BACKUP)},
    {"broadcast_frags", in(XDPBOND_MODE_BROADCAST)},
};

error usage(std::string message) {
    return {exit_code::usage, std::move(message)};
}

std::string in_quotes(std::string_view text) {
    return "'" + std::string(text) + "'";
}

bool among(std::span<const std::string> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

std::string mode_list(unsigned modes) {
    std::string text;
    for (unsigned mode = 0; mode <= XDPBOND_MODE_8023AD; ++mode)
        if (modes & in(mode))
            text += (text.empty() ? "" : " and ") + std::string(mode_name(mode));
    return text;
}

// Values that no option name leads to: only a caller that fills the struct itself can get here.
bool in_range(const xdpbond_options& options) {
    return options.mode <= XDPBOND_MODE_8023AD && options.hash <= XDPBOND_HASH_VLAN_SRCMAC &&
           options.all_slaves_active <= 1 && options.control_frames <= XDPBOND_CONTROL_NONE &&
           options.no_slave <= XDPBOND_OTHERWISE_PASS && options.broadcast_frags <= XDPBOND_OTHERWISE_PASS &&
           options.carrier_check <= 1 && options.statistics <= 1 && options.hash_version <= XDPBOND_HASH_VERSION_5_15 &&
           options.rr_slaves <= XDPBOND_RR_USABLE;
}

// bpffs takes no dots in names, and a name that starts with a dash looks like an option.
bool is_bond_name(std::string_view name) {
    return !name.empty() && name.size() < XDPBOND_NAME_SIZE && name[0] != '-' && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

result<void> validate_slaves(std::span<const std::string> slaves) {
    if (slaves.empty())
        return usage("a bond needs at least one slave; give --slaves IF,IF,...");
    if (slaves.size() > XDPBOND_SLAVES_MAX)
        return usage(std::to_string(slaves.size()) + " slaves: a bond takes at most " +
                     std::to_string(XDPBOND_SLAVES_MAX));
    for (std::size_t i = 0; i < slaves.size(); ++i) {
        if (!is_interface_name(slaves[i]))
            return usage(in_quotes(slaves[i]) +
                         ": not the name of an interface (1 to 15 bytes, no slash, colon or space)");
        if (among(slaves.first(i), slaves[i]))
            return usage(slaves[i] + ": named twice; give each slave once");
    }
    return {};
}

result<void> validate_program(const up_request& request) {
    if (is_file(request.program) && request.program.size() < XDPBOND_PROGRAM_SIZE) {
        if (request.peer.empty())
            return {};
        return usage("a program in a file has no other side; leave " + request.peer + " out");
    }
    if (request.program != "tx" && request.program != "forward")
        return usage(in_quotes(request.program) + ": no such program; there are tx, forward:IF and FILE.bpf.o");
    if (request.program == "tx" && !request.peer.empty())
        return usage("program tx has no other side; use forward:" + request.peer);
    if (request.program == "forward" && !is_interface_name(request.peer))
        return usage("program forward needs the interface on the other side; use forward:IF");
    if (among(request.slaves, request.peer))
        return usage(request.peer + ": is a slave and the other side of forward at once; name another interface");
    return {};
}

} // namespace

result<void> validate(const bond_settings& settings, std::span<const std::string> slaves,
                      std::span<const std::string> changed) {
    if (!in_range(settings.options))
        return usage("an option's number is out of its range; set options by name");
    for (const auto& rule : mode_rules)
        if (among(changed, rule.option) && !(rule.modes & in(settings.options.mode)))
            return usage(std::string(rule.option) + ": means nothing in mode " +
                         std::string(mode_name(settings.options.mode)) + ", only in " + mode_list(rule.modes));
    for (const auto& [option, slave] : {std::pair<std::string_view, std::string_view>{"primary", settings.primary},
                                        {"active_slave", settings.active_slave}})
        if (among(changed, option) && !slave.empty() && !among(slaves, slave))
            return usage(std::string(option) + "=" + std::string(slave) + ": " + std::string(slave) +
                         " is not a slave of this bond; name one of its slaves");
    return validate_addresses(settings);
}

result<void> validate(const up_request& request, std::span<const std::string> changed) {
    if (!is_bond_name(request.name))
        return usage(in_quotes(request.name) + ": not a name for a bond (1 to 15 letters, digits, '-' or '_')");
    if (auto checked = validate_slaves(request.slaves); !checked)
        return checked;
    if (auto checked = validate_program(request); !checked)
        return checked;
    return validate(request.settings, request.slaves, changed);
}

} // namespace xdpbond::control
