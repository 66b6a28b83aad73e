// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What comes in through the daemon's socket, and what a command hears from there.

#include "../loader/split_lines.hpp"
#include "daemon/line_splitter.hpp"
#include "order_json.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace xdpbond::loader;
using namespace xdpbond::control;

namespace {

void require(bool holds) {
    if (!holds)
        std::abort();
}

using xdpbond::test::lines;
using xdpbond::test::split_lines;

// What the splitter is to find, as simply as it can be said.
lines expected(std::string_view bytes, std::size_t longest) {
    lines found;
    for (std::size_t end; (end = bytes.find('\n')) <= longest; bytes.remove_prefix(end + 1))
        found.emplace_back(bytes.substr(0, end));
    return found;
}

void is_an_error(const error& failure) {
    require(!failure.message.empty());
    require(failure.code != exit_code::done);
}

// What was understood can be said again, and is understood as the same.
void question_holds(std::string_view line) {
    const auto read = read_question(line);
    if (!read)
        return is_an_error(read.failure());
    const auto said = write_question(*read);
    require(bool(said) || said.failure().code == exit_code::usage); // too long now
    if (!said)
        return;
    const auto again = read_question(*said);
    require(bool(again));
    require(*write_question(*again) == *said);
}

void answer_holds(std::string_view line) {
    if (const auto heard = read_report(line))
        require(*read_report(write_answer(heard)) == *heard);
    else
        is_an_error(heard.failure());
    if (const auto facts = read_facts(line))
        require(read_facts(write_answer(*facts))->bonds == facts->bonds);
    else
        is_an_error(facts.failure());
}

} // namespace

// The first two bytes: how long a line may be, and in how large pieces the rest comes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2)
        return 0;
    const std::size_t longest = data[0] * 16u, piece = data[1] + 1u;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    require(split_lines(bytes, piece, longest) == expected(bytes, longest));
    auto all = split_lines(bytes, bytes.size(), bytes.size());
    all.emplace_back(bytes.substr(bytes.rfind('\n') + 1));
    for (const auto& line : all) {
        question_holds(line);
        answer_holds(line);
    }
    return 0;
}
