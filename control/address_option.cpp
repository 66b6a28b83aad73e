// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "address_option.hpp"

#include "mac.hpp"
#include "option_value.hpp"
#include "sentence.hpp"
#include "slave_address.hpp"

#include <xdpbond/control/options.hpp>

namespace xdpbond::control {
namespace {

constexpr named_value names[] = {
    {"none", XDPBOND_FOM_NONE}, {"active", XDPBOND_FOM_ACTIVE}, {"follow", XDPBOND_FOM_FOLLOW}};
constexpr value_rule fail_over_mac_rule{value_kind::name, 0, 0, names};

result<std::string> assign_fail_over_mac(bond_settings& settings, std::string_view value) {
    const auto number = value_of(fail_over_mac_rule, value);
    if (!number)
        return error{exit_code::usage,
                     text("fail_over_mac=", value, ": fail_over_mac takes ", expectation(fail_over_mac_rule))};
    if (*number == XDPBOND_FOM_FOLLOW)
        return error{exit_code::unsupported,
                     text("fail_over_mac=", value,
                          ": needs the daemon, which does not move addresses yet; use none, or active")};
    settings.watch.fail_over_mac = static_cast<__u8>(*number);
    return std::string();
}

result<std::string> assign_own_address(bond_settings& settings, std::string_view value) {
    if (value == "default" || value == "none" || value.empty()) {
        settings.address = {};
        return std::string();
    }
    const auto address = parse_mac(value);
    if (!address)
        return error{exit_code::usage, text("address=", value,
                                            ": address takes a MAC address like 02:00:00:00:00:01 (not zero, nor a "
                                            "group's), or default for that of the first slave")};
    settings.address = *address;
    return std::string();
}

} // namespace

std::string_view fail_over_mac_name(unsigned policy) {
    for (const auto& known : names)
        if (known.value == policy)
            return known.name;
    return "unknown";
}

std::optional<result<std::string>> assign_address(bond_settings& settings, std::string_view option,
                                                  std::string_view value) {
    if (option == "fail_over_mac")
        return assign_fail_over_mac(settings, value);
    if (option == "address")
        return assign_own_address(settings, value);
    return std::nullopt;
}

assignments describe_addresses(const bond_settings& settings) {
    return {{"fail_over_mac", std::string(fail_over_mac_name(settings.watch.fail_over_mac))},
            {"address", is_zero(settings.address) ? "default" : mac_text(settings.address)}};
}

result<void> validate_addresses(const bond_settings& settings) {
    if (settings.watch.fail_over_mac > XDPBOND_FOM_ACTIVE)
        return error{exit_code::usage, "fail_over_mac: its number is out of its range; set options by name"};
    if (share_address(settings.options, settings.watch) || is_zero(settings.address))
        return {};
    return error{exit_code::usage, text("address=", mac_text(settings.address),
                                        ": means nothing with fail_over_mac=active, which leaves each slave its own; "
                                        "give address=default, or leave fail_over_mac=none")};
}

} // namespace xdpbond::control
