// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Configuration files of any content: read to the end, with mistakes that can be shown, or with bonds that can be made.

#include "daemon/configuration.hpp"

#include <xdpbond/control/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace xdpbond::loader;

void require(bool holds) {
    if (!holds)
        std::abort();
}

void check_mistakes(const std::vector<mistake>& mistakes, std::size_t lines) {
    require(mistakes.size() <= mistakes_max);
    require(std::ranges::is_sorted(mistakes, {}, &mistake::line));
    for (const auto& each : mistakes) {
        require(each.file == "f.toml" && each.line <= lines && !each.reason.empty());
        require(!each.reason.starts_with("cannot be read")); // thrown
        const auto text = text_of(each);
        require(text.size() < 2000 && std::ranges::none_of(text, [](char c) { return c == '\n' || c == '\0'; }));
    }
}

// Each bond could be asked for with `up`, were its ports there.
void check_content(const configuration& content) {
    for (const auto& bond : content.bonds) {
        require(bond.request.from_file && bond.line > 0);
        // What an object file was built for is not known before it is read.
        const bool file = bond.request.program.find('/') != std::string::npos;
        require(file || xdpbond::control::validate(bond.request, bond.request.changed));
        for (const auto& slave : bond.slaves)
            require(std::ranges::find(bond.request.slaves, slave.name) != bond.request.slaves.end());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto reading = read_configuration(text, "f.toml");
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    check_mistakes(reading.mistakes, lines);
    check_mistakes(reading.notes, lines);
    if (reading.usable())
        check_content(reading.content);
    return 0;
}
