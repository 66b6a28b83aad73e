// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "kernel_options.hpp"

#include <algorithm>
#include <limits>

namespace xdpbond::control {
namespace {

using enum value_kind;

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t int_min = std::numeric_limits<std::int32_t>::min();

constexpr named_value off_on[] = {{"off", 0}, {"on", 1}};
constexpr named_value validate_names[] = {{"none", 0},   {"active", 1},        {"backup", 2},       {"all", 3},
                                          {"filter", 4}, {"filter_active", 5}, {"filter_backup", 6}};
constexpr named_value all_targets_names[] = {{"any", 0}, {"all", 1}};
constexpr named_value rate_names[] = {{"slow", 0}, {"fast", 1}};
constexpr named_value select_names[] = {{"stable", 0}, {"bandwidth", 1}, {"count", 2}, {"actor_port_prio", 3}};

constexpr value_rule in_range(std::int64_t minimum, std::int64_t maximum) {
    return {number, minimum, maximum};
}
constexpr value_rule one_of(std::span<const named_value> names) {
    return {value_kind::name, 0, 0, names};
}
constexpr value_rule of_port(std::int64_t minimum, std::int64_t maximum) {
    return {port_number, minimum, maximum};
}

constexpr std::string_view in_band =
    "needs the daemon, which always takes carrier from the driver, as with use_carrier=1; leave it out";
constexpr std::string_view probing = "needs the daemon, which does not probe yet; only carrier is watched";
constexpr std::string_view announcing =
    "needs the daemon, which does not announce yet that the active slave changes; leave it out";
constexpr std::string_view slaves_own = "is an option of one slave; use `xdpbond-load slave set NAME IF prio=N`";
constexpr std::string_view lacp =
    "needs the daemon, which does not speak LACP yet; without LACP one slave sends at a time";
constexpr std::string_view balancing =
    "needs the daemon and mode balance-tlb or balance-alb, which this release does not have";
constexpr std::string_view host_port =
    "needs the daemon and program host, which this release does not have; it concerns the host's own stack";
constexpr std::string_view module_only = "is a parameter of the kernel's bonding module; each `up` makes one bond";
constexpr std::string_view queues = "is a parameter of the kernel's bonding module; the slaves' own queues are used";

constexpr kernel_option options[] = {
    {"use_carrier", one_of(off_on), in_band},
    {"arp_interval", in_range(0, int_max), probing},
    {"arp_ip_target", {ipv4_targets}, probing},
    {"ns_ip6_target", {ipv6_targets}, probing},
    {"arp_validate", one_of(validate_names), probing},
    {"arp_all_targets", one_of(all_targets_names), probing},
    {"arp_missed_max", in_range(1, 255), probing},
    {"missed_max", in_range(1, 255), probing}, // its name in `ip link`
    {"peer_notif_delay", in_range(0, 300000), announcing},
    {"peer_notify_delay", in_range(0, 300000), announcing}, // its name in `ip link`
    {"num_grat_arp", in_range(0, 255), announcing},
    {"num_unsol_na", in_range(0, 255), announcing},
    {"num_peer_notif", in_range(0, 255), announcing}, // the two above, as `ip -j link` prints them
    {"resend_igmp", in_range(0, 255), announcing},
    {"prio", of_port(int_min, int_max), slaves_own},
    {"lacp_rate", one_of(rate_names), lacp},
    {"ad_lacp_rate", one_of(rate_names), lacp}, // as `ip -j link` prints it; also the next but one
    {"lacp_active", one_of(off_on), lacp},
    {"ad_lacp_active", one_of(off_on), lacp},
    {"lacp_strict", one_of(off_on), lacp},
    {"ad_select", one_of(select_names), lacp},
    {"ad_actor_sys_prio", in_range(1, 65535), lacp},
    {"ad_actor_system", {mac}, lacp},
    {"ad_user_port_key", in_range(0, 1023), lacp},
    {"actor_port_prio", of_port(0, 65535), lacp},
    {"coupled_control", one_of(off_on), lacp},
    {"broadcast_neighbor", one_of(off_on), host_port},
    {"queue_id", of_port(0, 65535), host_port},
    {"tlb_dynamic_lb", one_of(off_on), balancing},
    {"lp_interval", in_range(1, int_max), balancing},
    {"max_bonds", in_range(0, int_max), module_only},
    {"tx_queues", in_range(1, 255), queues},
};

} // namespace

const kernel_option* find_kernel_option(std::string_view name) {
    const auto* found = std::ranges::find(options, name, &kernel_option::name);
    return found == std::end(options) ? nullptr : found;
}

} // namespace xdpbond::control
