// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "event_text.hpp"

#include "../text.hpp"

#include <xdpbond/control/wall_clock.hpp>

#include <fmt/format.h>

namespace xdpbond::loader {
namespace {

using control::cause;
using control::happening;

std::string_view words_of(happening what) {
    switch (what) {
    case happening::joined:
        return "is a slave now";
    case happening::left:
        return "is no slave any more";
    case happening::going_down:
        return "is going down";
    case happening::down:
        return "is down";
    case happening::going_back:
        return "is coming back";
    case happening::up:
        return "is up";
    case happening::active:
        return "is the active slave";
    case happening::no_active:
        return "was the active slave, and there is none now";
    case happening::bond_up:
        return "has carrier";
    case happening::bond_down:
        return "has no carrier";
    case happening::drained:
        return "is on standby";
    case happening::resumed:
        return "is off standby";
    }
    return "has changed";
}

std::string_view words_of(cause why) {
    switch (why) {
    case cause::none:
        return "";
    case cause::command:
        return "by command";
    case cause::option:
        return "an option was changed";
    case cause::active_slave:
        return "asked for by active_slave";
    case cause::carrier_lost:
        return "carrier lost";
    case cause::carrier_back:
        return "carrier is back";
    case cause::set_down:
        return "it was set down";
    case cause::flapped:
        return "carrier was lost and came back";
    case cause::gone:
        return "its interface, or the bond's program on it, is gone";
    case cause::returned:
        return "its interface is there again";
    case cause::recovered:
        return "carrier came back within downdelay";
    case cause::lost_again:
        return "carrier lost within updelay";
    case cause::downdelay_over:
        return "downdelay is over";
    case cause::updelay_over:
        return "updelay is over";
    case cause::only_one:
        return "updelay is cut short, for nothing else can send";
    case cause::no_speed:
        return "its driver tells no speed or duplex";
    case cause::primary:
        return "it is the primary";
    case cause::preferred:
        return "it is preferred among those that are up";
    case cause::failover:
        return "the one before it failed or left";
    case cause::links:
        return "by how many links carry it";
    }
    return "";
}

} // namespace

std::string time_now() {
    return time_text(control::wall_clock_ns(std::chrono::steady_clock::now()));
}

std::string event_sentence(const control::told_event& told) {
    if (!told.trouble.empty())
        return told.trouble;
    const auto why = words_of(told.event.why);
    return fmt::format("{}: {}{}{}{}{}", told.bond, told.event.who, told.event.who.empty() ? "" : " ",
                       words_of(told.event.what), why.empty() ? "" : ": ", why);
}

nlohmann::ordered_json event_json(const control::told_event& told) {
    if (!told.trouble.empty()) {
        nlohmann::ordered_json line{{"time", time_now()}};
        if (!told.bond.empty())
            line["bond"] = told.bond;
        line.update({{"event", "trouble"}, {"text", told.trouble}});
        return line;
    }
    nlohmann::ordered_json line{{"time", time_text(control::wall_clock_ns(told.event.when))},
                                {"bond", told.bond},
                                {"event", control::name_of(told.event.what)}};
    if (!told.event.who.empty())
        line["slave"] = told.event.who;
    line["cause"] = control::name_of(told.event.why);
    line["text"] = event_sentence(told);
    return line;
}

std::string change_sentence(const std::string& bond, const std::string& what, const std::string& cause,
                            const control::result<control::report>& done) {
    if (!done)
        return fmt::format("{} by {} is refused: {}", what, cause, done.failure().message);
    std::string steps;
    for (const auto& step : *done)
        steps += (steps.empty() ? "" : "; ") + step;
    return fmt::format("{}: {} by {}{}{}", bond, what, cause, steps.empty() ? "" : ": ", steps);
}

nlohmann::ordered_json change_json(const std::string& bond, const std::string& what, const std::string& cause,
                                   const control::result<control::report>& done) {
    nlohmann::ordered_json line{{"time", time_now()},
                                {"bond", bond},
                                {"event", done ? "changed" : "refused"},
                                {"order", what},
                                {"cause", cause}};
    if (done)
        line["steps"] = *done;
    else
        line["code"] = static_cast<int>(done.failure().code);
    line["text"] = change_sentence(bond, what, cause, done);
    return line;
}

} // namespace xdpbond::loader
