// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "hints.hpp"

namespace xdpbond::loader {
namespace {

// A word for a shell.
std::string shell_word(std::string_view word) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+=,";
    if (!word.empty() && word.find_first_not_of(plain) == word.npos)
        return std::string(word);
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

bool begins(std::string_view command, std::string_view word) {
    return command.starts_with(word) && (command.size() == word.size() || command[word.size()] == ' ');
}

std::string placed(std::string_view command, const control::context& where) {
    std::string text(command);
    if (begins(command, "xdpbond-load"))
        return command.ends_with(" --help") ? text : text + place_words(where);
    if (where.netns.empty())
        return text;
    if (begins(command, "ip link"))
        return "ip -n " + shell_word(where.netns) + text.substr(2);
    if (begins(command, "ethtool"))
        return "ip netns exec " + shell_word(where.netns) + " " + text;
    return text;
}

} // namespace

std::string place_words(const control::context& where) {
    std::string text;
    if (!where.netns.empty())
        text += " --netns " + shell_word(where.netns);
    if (where.pin_dir != control::context{}.pin_dir)
        text += " --pin-dir " + shell_word(where.pin_dir.native());
    return text;
}

std::string repeatable(std::string_view text, const control::context& where) {
    std::string whole;
    for (;;) {
        const auto open = text.find('`');
        const auto close = open == text.npos ? open : text.find('`', open + 1);
        if (close == text.npos)
            return whole.append(text);
        whole.append(text.substr(0, open + 1));
        whole += placed(text.substr(open + 1, close - open - 1), where) + "`";
        text.remove_prefix(close + 1);
    }
}

nlohmann::ordered_json repeatable_json(nlohmann::ordered_json value, const control::context& where) {
    if (value.is_string())
        return repeatable(std::string_view(value.get_ref<const std::string&>()), where);
    if (value.is_structured())
        for (auto& each : value)
            each = repeatable_json(std::move(each), where);
    return value;
}

} // namespace xdpbond::loader
