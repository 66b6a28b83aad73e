// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exposition.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace xdpbond::loader {
namespace {

bool is_utf8(std::string_view text) {
    using json = nlohmann::json;
    const json string(text);
    return string.dump(-1, ' ', false, json::error_handler_t::ignore) ==
           string.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

std::string label_value(std::string_view text) {
    const bool readable = is_utf8(text);
    std::string escaped;
    for (const char c : text)
        if (c == '\\' || c == '"')
            escaped += {'\\', c};
        else if (c == '\n')
            escaped += "\\n";
        else if (!readable && static_cast<unsigned char>(c) >= 0x80)
            escaped += fmt::format("\\\\x{:02x}", static_cast<unsigned char>(c));
        else
            escaped += c;
    return escaped;
}

void exposition::begin(std::string_view name, std::string_view type, std::string_view help) {
    name_ = name;
    head_ = fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
    told_.clear();
}

void exposition::add(const labels& labels, std::string value) {
    std::string text;
    for (const auto& [name, content] : labels)
        text += fmt::format("{}{}=\"{}\"", text.empty() ? "" : ",", name, label_value(content));
    if (!told_.insert(text).second)
        return;
    text_ += std::exchange(head_, "");
    text_ += text.empty() ? fmt::format("{} {}\n", name_, value) : fmt::format("{}{{{}}} {}\n", name_, text, value);
}

void exposition::sample(const labels& labels, std::uint64_t value) {
    add(labels, std::to_string(value));
}

void exposition::sample_time(const labels& labels, std::uint64_t nanoseconds) {
    add(labels, fmt::format("{}.{:03}", nanoseconds / 1'000'000'000, nanoseconds / 1'000'000 % 1000));
}

} // namespace xdpbond::loader
