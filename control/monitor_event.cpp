// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/monitor_event.hpp>

#include <cstddef>
#include <iterator>

namespace xdpbond::control {

namespace {

constexpr std::string_view happenings[] = {"joined", "left",      "going_down", "down",      "going_back", "up",
                                           "active", "no_active", "bond_up",    "bond_down", "drained",    "resumed"};
constexpr std::string_view causes[] = {"none",         "command",    "option",         "active_slave", "carrier_lost",
                                       "carrier_back", "set_down",   "flapped",        "gone",         "returned",
                                       "recovered",    "lost_again", "downdelay_over", "updelay_over", "only_one",
                                       "no_speed",     "primary",    "preferred",      "failover",     "links"};

static_assert(std::size(happenings) == static_cast<std::size_t>(happening::resumed) + 1);
static_assert(std::size(causes) == static_cast<std::size_t>(cause::links) + 1);

} // namespace

std::string_view name_of(happening what) {
    return happenings[static_cast<std::size_t>(what)];
}

std::string_view name_of(cause why) {
    return causes[static_cast<std::size_t>(why)];
}

} // namespace xdpbond::control
