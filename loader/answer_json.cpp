// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The daemon's side of order_json.hpp.

#include "json_line.hpp"
#include "order_json.hpp"

#include <limits>
#include <utility>

namespace xdpbond::loader {
namespace {

using control::error;
using control::exit_code;

constexpr std::string_view daemon = "the daemon";
constexpr std::string_view what = "what the daemon says";
// A byte may become six in JSON.
constexpr std::size_t longest_detail = longest_answer / 8;

std::string end_of(const std::string& detail) {
    return detail.size() <= longest_detail ? detail : detail.substr(detail.size() - longest_detail);
}

std::string line_with(const char* name, line_json value) {
    auto line = new_line();
    line[name] = std::move(value);
    return *write_line(line, true);
}

error read_error(members told, members& outer) {
    const auto code = static_cast<exit_code>(told.number("code", static_cast<unsigned>(exit_code::busy)));
    error failure{code, told.text("message"), told.text("detail")};
    if (code == exit_code::done)
        told.refuse("code is 0");
    outer.finish("error", told);
    return failure;
}

// The daemon's error as a value; no value: it tells none.
control::result<members> read_answer(std::string_view line) {
    auto object = read_line(line, longest_answer, daemon);
    if (!object)
        return object.failure();
    members words(*std::move(object));
    if (!words.has("error"))
        return words;
    auto failure = read_error(words.object("error"), words);
    const auto finished = words.finish(what);
    return finished ? failure : finished.failure();
}

} // namespace

std::string write_answer(const control::result<control::report>& given) {
    if (given)
        return line_with("done", *given);
    const auto& failure = given.failure();
    return line_with(
        "error",
        {{"code", static_cast<int>(failure.code)}, {"message", failure.message}, {"detail", end_of(failure.detail)}});
}

std::string write_answer(const daemon_facts& facts) {
    return line_with("hello", {{"pid", facts.pid},
                               {"release", facts.release},
                               {"abi", facts.abi},
                               {"uptime", facts.uptime},
                               {"bonds", facts.bonds}});
}

control::result<control::report> read_report(std::string_view line) {
    auto words = read_answer(line);
    if (!words)
        return words.failure();
    auto lines = words->texts("done");
    if (const auto finished = words->finish(what); !finished)
        return finished.failure();
    return lines;
}

control::result<daemon_facts> read_facts(std::string_view line) {
    auto words = read_answer(line);
    if (!words)
        return words.failure();
    auto told = words->object("hello");
    constexpr auto any32 = std::numeric_limits<std::uint32_t>::max();
    daemon_facts facts{.pid = static_cast<std::uint32_t>(told.number("pid", any32)),
                       .release = told.text("release"),
                       .abi = static_cast<std::uint32_t>(told.number("abi", any32)),
                       .uptime = told.number("uptime", std::numeric_limits<std::uint64_t>::max()),
                       .bonds = told.texts("bonds")};
    words->finish("hello", told);
    if (const auto finished = words->finish(what); !finished)
        return finished.failure();
    return facts;
}

} // namespace xdpbond::loader
