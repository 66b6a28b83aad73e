// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "generated.hpp"

#include <xdpbond/control/options.hpp>
#include <xdpbond/source.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace xdpbond::loader {
namespace {

constexpr std::string_view default_name = "bond";

// The kernel takes all_slaves_active in every mode; where it means nothing, it is not written.
xdpbond_options meaningful(xdpbond_options options) {
    if (options.mode != XDPBOND_MODE_ACTIVE_BACKUP)
        options.all_slaves_active = 0;
    return options;
}

// Slaves for validate() where none were given: those that options name, or one that nobody has.
std::vector<std::string> stand_ins(const control::bond_settings& settings) {
    std::vector<std::string> names;
    for (const auto& slave : {settings.primary, settings.active_slave})
        if (!slave.empty() && std::ranges::find(names, slave) == names.end())
            names.push_back(slave);
    if (names.empty())
        names.emplace_back("-");
    return names;
}

control::error usage(std::string message) {
    return {control::exit_code::usage, std::move(message)};
}

} // namespace

control::result<std::string> generated(const control::up_request& request, std::span<const std::string> changed) {
    auto whole = request;
    if (whole.name.empty())
        whole.name = default_name;
    const auto capacity = whole.slaves.empty() ? XDPBOND_SLAVES_MAX : static_cast<unsigned>(whole.slaves.size());
    if (whole.slaves.empty())
        whole.slaves = stand_ins(whole.settings);
    if (const auto valid = control::validate(whole, changed); !valid)
        return valid.failure();

    const bond bond = bond_of(name(std::string_view(whole.name)), capacity, meaningful(whole.settings.options));
    const step last =
        whole.program == "forward" ? step(bond_stage{.bond = bond, .function = "xdpbond_forward"}) : step(bond);
    const composition program{.name = name(std::string_view(whole.program)), .steps = std::span(&last, 1)};
    if (const auto wrong = check(program))
        return usage("'" + whole.name + "': " + std::string(sentence(wrong.what)));
    return source(program, "xdpbond-load generate");
}

} // namespace xdpbond::loader
