// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Which words can stand in generated C; C++ has to live with them too, for skeleton headers are included there.

#include <algorithm>
#include <string_view>

namespace xdpbond {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

constexpr bool is_identifier(std::string_view word) {
    return !word.empty() && !is_digit(word[0]) && std::all_of(word.begin(), word.end(), is_word_char);
}

constexpr bool is_keyword(std::string_view word) {
    constexpr std::string_view keywords[] = {
        "NULL",        "alignas",      "alignof",      "and",
        "and_eq",      "asm",          "auto",         "bitand",
        "bitor",       "bool",         "break",        "case",
        "catch",       "char",         "char16_t",     "char32_t",
        "char8_t",     "class",        "co_await",     "co_return",
        "co_yield",    "compl",        "concept",      "const",
        "const_cast",  "consteval",    "constexpr",    "constinit",
        "continue",    "decltype",     "default",      "delete",
        "do",          "double",       "dynamic_cast", "else",
        "enum",        "explicit",     "export",       "extern",
        "false",       "float",        "for",          "friend",
        "goto",        "if",           "inline",       "int",
        "long",        "mutable",      "namespace",    "new",
        "noexcept",    "not",          "not_eq",       "nullptr",
        "operator",    "or",           "or_eq",        "private",
        "protected",   "public",       "register",     "reinterpret_cast",
        "requires",    "restrict",     "return",       "short",
        "signed",      "sizeof",       "static",       "static_assert",
        "static_cast", "struct",       "switch",       "template",
        "this",        "thread_local", "throw",        "true",
        "try",         "typedef",      "typeid",       "typename",
        "typeof",      "union",        "unsigned",     "using",
        "virtual",     "void",         "volatile",     "wchar_t",
        "while",       "xor",          "xor_eq",
    };
    return std::binary_search(std::begin(keywords), std::end(keywords), word);
}

// Words that stand for something else in every generated file.
constexpr bool is_taken(std::string_view word) {
    constexpr std::string_view names[] = {"LICENSE", "ctx", "verdict"};
    constexpr std::string_view beginnings[] = {"__", "BPF_", "XDP", "bpf_", "xdpbond_"};
    return std::any_of(std::begin(names), std::end(names), [=](std::string_view name) { return word == name; }) ||
           std::any_of(std::begin(beginnings), std::end(beginnings),
                       [=](std::string_view beginning) { return word.starts_with(beginning); });
}

// Numbers and names; the C compiler sees to the rest.
constexpr bool is_argument_list(std::string_view list) {
    return std::all_of(list.begin(), list.end(),
                       [](char c) { return is_word_char(c) || c == ',' || c == ' ' || c == '-'; });
}

// file.h or <file.h>; "" stands for none.
constexpr bool is_header(std::string_view header) {
    if (header.starts_with('<')) {
        if (header.size() < 3 || !header.ends_with('>')) {
            return false;
        }
        header = header.substr(1, header.size() - 2);
    }
    return std::all_of(header.begin(), header.end(),
                       [](char c) { return c > ' ' && c != '"' && c != '<' && c != '>' && c != '\\'; });
}

} // namespace xdpbond
