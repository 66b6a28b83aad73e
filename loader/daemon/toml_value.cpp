// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "toml_value.hpp"

#include <algorithm>
#include <charconv>

namespace xdpbond::loader {
namespace {

// Names and values are single words; what cannot be printed would be cut, or fool who reads it.
std::optional<std::string> printable(std::string_view key, const toml::value<std::string>& text, mistakes& found) {
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    if (std::ranges::none_of(text.get(), is_control))
        return text.get();
    add(found, text.source(), shown(key) + ": '" + shown(text.get()) + "' has a control character in it; leave it out");
    return std::nullopt;
}

} // namespace

void add(mistakes& found, const toml::source_region& at, std::string reason) {
    found.add(at.begin.line, at.begin.column, std::move(reason));
}

std::string_view kind_of(const toml::node& value) {
    switch (value.type()) {
    case toml::node_type::table:
        return "a table";
    case toml::node_type::array:
        return "an array";
    case toml::node_type::string:
        return "a string";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
        return "a number";
    case toml::node_type::boolean:
        return "a boolean";
    default:
        return "a date or time";
    }
}

std::string key_of(const toml::key& key) {
    std::string name(key.str());
    std::ranges::replace(name, '-', '_');
    return name;
}

std::optional<std::string> word_of(std::string_view key, const toml::node& value, mistakes& found) {
    if (const auto* text = value.as_string())
        return printable(key, *text, found);
    if (const auto* number = value.as_integer())
        return std::to_string(number->get());
    if (const auto* on = value.as_boolean())
        return on->get() ? "on" : "off";
    if (const auto* number = value.as_floating_point()) { // hash_version = 6.1
        char digits[64];
        const auto end = std::to_chars(digits, std::end(digits), number->get());
        return std::string(digits, end.ptr);
    }
    add(found, value.source(),
        shown(key) + ": takes one value, a string, a number or a boolean, not " + std::string(kind_of(value)));
    return std::nullopt;
}

std::optional<std::string> string_of(std::string_view key, const toml::node& value, std::string_view expected,
                                     mistakes& found) {
    if (const auto* text = value.as_string())
        return printable(key, *text, found);
    add(found, value.source(),
        shown(key) + ": takes " + std::string(expected) + ", not " + std::string(kind_of(value)));
    return std::nullopt;
}

void refuse_key(const toml::key& key, std::string_view where, std::span<const std::string_view> known,
                mistakes& found) {
    std::string reason = "'" + shown(key.str()) + "': no such key " + std::string(where) + "; ";
    if (const auto meant = meant_by(key_of(key), known); !meant.empty())
        reason += "is " + std::string(meant) + " meant?";
    else {
        reason += "there are";
        for (const auto each : known)
            reason += (each == known.front() ? " " : each == known.back() ? " and " : ", ") + std::string(each);
    }
    add(found, key.source(), std::move(reason));
}

} // namespace xdpbond::loader
