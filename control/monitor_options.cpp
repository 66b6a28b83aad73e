// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/monitor_options.hpp>

#include "sentence.hpp"

namespace xdpbond::control {

namespace {

result<std::string> set_delay(const monitor_options& options, std::string_view name, std::uint32_t ms,
                              std::uint32_t& polls) {
    if (options.miimon == 0)
        return error{exit_code::usage, text(name, "=", ms, ": links are not watched with miimon=0; set miimon first")};
    polls = ms / options.miimon;
    const std::uint32_t rounded = polls * options.miimon;
    if (rounded == ms)
        return std::string();
    return text(name, "=", ms, " is no multiple of miimon=", options.miimon, ": taken as ", rounded, " ms");
}

} // namespace

std::string set_miimon(monitor_options& options, std::uint32_t ms) {
    const monitor_options before = options;
    options.miimon = ms;
    if (ms == before.miimon || (options.updelay == 0 && options.downdelay == 0))
        return "";
    if (ms == 0)
        return "miimon=0: links are not watched, so updelay and downdelay wait for another miimon";
    std::string changed;
    if (options.updelay != 0)
        changed = text("updelay is ", updelay_ms(options), " ms now");
    if (options.downdelay != 0)
        changed += text(changed.empty() ? "" : " and ", "downdelay is ", downdelay_ms(options), " ms now");
    return text("miimon=", ms, ": delays are counted in polls, so ", changed);
}

result<std::string> set_updelay(monitor_options& options, std::uint32_t ms) {
    return set_delay(options, "updelay", ms, options.updelay);
}

result<std::string> set_downdelay(monitor_options& options, std::uint32_t ms) {
    return set_delay(options, "downdelay", ms, options.downdelay);
}

} // namespace xdpbond::control
