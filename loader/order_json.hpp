// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a command and the daemon say to each other, one JSON object a line each way. Pure.

#include "order.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace xdpbond::loader {

// Who are you?
struct hello {};

// A line that a command sends.
using question = std::variant<hello, order>;

// What the daemon tells of itself.
struct daemon_facts {
    std::uint32_t pid = 0;
    std::string release;
    std::uint32_t abi = 0;
    std::uint64_t uptime = 0; // seconds
    std::vector<std::string> bonds;
};

// In bytes, without the line's end.
inline constexpr std::size_t longest_question = 64 << 10;
inline constexpr std::size_t longest_answer = 8 << 20;

// Lines without their end. An error of the order's own: it is too long to be sent, or cannot be written as JSON.
control::result<std::string> write_question(const question& question);
// Of what is longer than anybody reads, an error's detail keeps its end.
std::string write_answer(const control::result<control::report>& answer);
std::string write_answer(const daemon_facts& facts);

// Strictly: anything unknown, missing, of another type or too large is an error, usage or (another release)
// unsupported.
control::result<question> read_question(std::string_view line);
// The daemon's own error, or that its answer cannot be read.
control::result<control::report> read_report(std::string_view line);
control::result<daemon_facts> read_facts(std::string_view line);

} // namespace xdpbond::loader
