// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "mistake.hpp"

#include <algorithm>
#include <numeric>

namespace xdpbond::loader {
namespace {

constexpr std::size_t shown_max = 80;
constexpr std::size_t sentence_max = 400;
constexpr std::size_t wrong_letters_max = 2;

// Letters to put in, take out or change until the one is the other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

} // namespace

std::string text_of(const mistake& mistake) {
    std::string text = mistake.file;
    if (mistake.line)
        text += ":" + std::to_string(mistake.line);
    text += ": " + mistake.reason;
    std::ranges::replace_if(text, is_control, ' ');
    return text;
}

void mistakes::add(std::size_t line, std::size_t column, std::string reason) {
    if (!full())
        found_.push_back({file_, line, column, std::move(reason)});
}

std::vector<mistake> mistakes::in_order() && {
    std::ranges::stable_sort(found_, [](const mistake& a, const mistake& b) {
        return a.line != b.line ? a.line < b.line : a.column < b.column;
    });
    return std::move(found_);
}

std::string shown(std::string_view text) {
    std::string cut(text.substr(0, shown_max));
    std::ranges::replace_if(cut, is_control, '?');
    return text.size() > shown_max ? cut + "..." : cut;
}

std::string shown_whole(const std::string& sentence) {
    return sentence.size() <= sentence_max ? sentence : sentence.substr(0, sentence_max) + "...";
}

std::string_view meant_by(std::string_view word, std::span<const std::string_view> known) {
    if (word.size() > shown_max)
        return {};
    std::string_view nearest;
    std::size_t least = std::min(wrong_letters_max, word.size() / 3) + 1;
    for (const auto each : known)
        if (const auto letters = distance(word, each); letters < least) {
            nearest = each;
            least = letters;
        }
    return nearest;
}

} // namespace xdpbond::loader
