// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "option_value.hpp"

#include <xdpbond/bpf/abi.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>

namespace xdpbond::control {
namespace {

constexpr std::size_t targets_max = 16;

bool is_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_port_number(const value_rule& rule, std::string_view text) {
    if (const auto colon = text.find(':'); colon != text.npos) {
        if (!is_interface_name(text.substr(0, colon)))
            return false;
        text.remove_prefix(colon + 1);
    }
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc{} && end == text.data() + text.size() && number >= rule.minimum &&
           number <= rule.maximum;
}

// The kernel refuses what nobody can answer from: 0.x.x.x, broadcast; ::, ::1, multicast.
bool is_target(std::string_view text, int family) {
    if (!text.empty() && (text[0] == '+' || text[0] == '-'))
        text.remove_prefix(1);
    const std::string address(text);
    if (family == AF_INET) {
        in_addr v4{};
        return inet_pton(AF_INET, address.c_str(), &v4) == 1 && v4.s_addr != INADDR_BROADCAST &&
               (ntohl(v4.s_addr) >> 24) != 0;
    }
    in6_addr v6{};
    return inet_pton(AF_INET6, address.c_str(), &v6) == 1 && !IN6_IS_ADDR_UNSPECIFIED(&v6) &&
           !IN6_IS_ADDR_LOOPBACK(&v6) && !IN6_IS_ADDR_MULTICAST(&v6);
}

bool are_targets(std::string_view text, int family) {
    for (std::size_t count = 1; count <= targets_max; ++count) {
        const auto comma = text.find(',');
        if (!is_target(text.substr(0, comma), family))
            return false;
        if (comma == text.npos)
            return true;
        text.remove_prefix(comma + 1);
    }
    return false;
}

bool is_mac(std::string_view text) {
    if (text.size() != 17)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool digit = std::string_view("0123456789abcdefABCDEF").find(text[i]) != std::string_view::npos;
        if (i % 3 == 2 ? text[i] != ':' : !digit)
            return false;
    }
    return std::string_view("02468aceACE").find(text[1]) != std::string_view::npos; // bit 0 of the first byte: group
}

} // namespace

std::optional<std::uint64_t> parse_number(std::string_view text) {
    std::uint64_t number = 0;
    if (!is_digits(text) || std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc{})
        return std::nullopt;
    return number;
}

bool is_interface_name(std::string_view name) {
    return !name.empty() && name.size() < XDPBOND_NAME_SIZE && name != "." && name != ".." &&
           std::ranges::none_of(name,
                                [](char c) { return c == '/' || c == ':' || c == ' ' || (c >= '\t' && c <= '\r'); });
}

std::optional<std::uint32_t> value_of(const value_rule& rule, std::string_view text) {
    const auto number = parse_number(text);
    if (rule.kind == value_kind::number) {
        if (!number || *number > static_cast<std::uint64_t>(rule.maximum) ||
            *number < static_cast<std::uint64_t>(rule.minimum))
            return std::nullopt;
        return static_cast<std::uint32_t>(*number);
    }
    for (const auto& known : rule.names)
        if (known.name == text || (rule.numbers && number && *number == known.value))
            return known.value;
    return std::nullopt;
}

bool accepts(const value_rule& rule, std::string_view text) {
    switch (rule.kind) {
    case value_kind::number:
    case value_kind::name:
        return value_of(rule, text).has_value();
    case value_kind::port_number:
        return is_port_number(rule, text);
    case value_kind::interface:
        return text.empty() || is_interface_name(text);
    case value_kind::ipv4_targets:
        return are_targets(text, AF_INET);
    case value_kind::ipv6_targets:
        return are_targets(text, AF_INET6);
    case value_kind::mac:
        return is_mac(text);
    }
    return false;
}

std::string expectation(const value_rule& rule) {
    const std::string range = std::to_string(rule.minimum) + " to " + std::to_string(rule.maximum);
    switch (rule.kind) {
    case value_kind::number:
        return "a number from " + range;
    case value_kind::port_number:
        return "N or IF:N, N from " + range;
    case value_kind::interface:
        return "the name of an interface, or none";
    case value_kind::ipv4_targets:
        return "up to 16 IPv4 addresses with commas between";
    case value_kind::ipv6_targets:
        return "up to 16 IPv6 addresses with commas between";
    case value_kind::mac:
        return "a unicast MAC address like 02:00:00:00:00:01";
    case value_kind::name:
        break;
    }
    std::string text = "one of ";
    for (const auto& known : rule.names) {
        if (&known != &rule.names.front())
            text += ", ";
        text += known.name;
    }
    return text;
}

} // namespace xdpbond::control
