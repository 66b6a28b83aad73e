// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What values an option takes, and whether a text is one of them. Pure.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xdpbond::control {

struct named_value {
    std::string_view name;
    std::uint32_t value;
};

enum class value_kind {
    number,       // minimum..maximum, decimal digits
    name,         // one of `names`; its number too where `numbers` says so
    port_number,  // a number of one slave: "N" or "IF:N"; minimum..maximum, may be negative
    interface,    // an interface's name; "" or "none" for none
    ipv4_targets, // up to 16 addresses, comma between, each may start with + or -
    ipv6_targets, // the same, IPv6
    mac           // a unicast MAC address, or all zero
};

struct value_rule {
    value_kind kind = value_kind::number;
    std::int64_t minimum = 0;
    std::int64_t maximum = 0;
    std::span<const named_value> names{};
    bool numbers = true;
};

// A decimal number without a sign; nothing else around it.
std::optional<std::uint64_t> parse_number(std::string_view text);

// Whether the kernel would take it as an interface's name.
bool is_interface_name(std::string_view name);

// The number that a text stands for: numbers and names. nullopt: not a value of this rule.
std::optional<std::uint32_t> value_of(const value_rule& rule, std::string_view text);

// Whether the text is a value of this rule, whatever its kind.
bool accepts(const value_rule& rule, std::string_view text);

// What the rule takes, for a message: "a number from 0 to 255", "one of none, active, follow".
std::string expectation(const value_rule& rule);

} // namespace xdpbond::control
