// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What is wrong in a configuration file, and where. Pure.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::loader {

// One of them. Lines and columns count from 1; 0: the file as a whole.
struct mistake {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::string reason; // what, which object, what to do next

    friend bool operator==(const mistake&, const mistake&) = default;
};

// "FILE:LINE: reason"; "FILE: reason" for the file as a whole. One line, whatever the file holds.
std::string text_of(const mistake& mistake);

// As many are kept of one file: nobody reads more, and junk has no end of them.
inline constexpr std::size_t mistakes_max = 100;

// Those of one file, as they are found.
class mistakes {
public:
    explicit mistakes(std::string file) : file_(std::move(file)) {}

    void add(std::size_t line, std::size_t column, std::string reason);
    bool full() const { return found_.size() >= mistakes_max; }

    // All of them, in order of their places.
    std::vector<mistake> in_order() &&;

private:
    std::string file_;
    std::vector<mistake> found_;
};

// What is in a file, to be shown: cut where it is long, without control characters.
std::string shown(std::string_view text);

// A sentence with a value of the file in it, cut likewise: a page would drown what is said of it.
std::string shown_whole(const std::string& sentence);

// The one of `known` that was meant where a letter or two is wrong; "" for none.
std::string_view meant_by(std::string_view word, std::span<const std::string_view> known);

} // namespace xdpbond::loader
