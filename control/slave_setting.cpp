// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/slave_setting.hpp>

#include "kernel_options.hpp"
#include "sentence.hpp"

#include <xdpbond/control/config.hpp>
#include <xdpbond/control/options.hpp>

#include <charconv>
#include <string_view>

namespace xdpbond::control {

namespace {

error usage(std::string message) {
    return {exit_code::usage, std::move(message)};
}

result<void> assign_state(xdpbond_config_slave& slave, std::string_view value) {
    if (value == "standby")
        slave.flags |= XDPBOND_SLAVE_STANDBY;
    else if (value == "active")
        slave.flags &= static_cast<__u16>(~XDPBOND_SLAVE_STANDBY);
    else
        return usage(text("state=", value, ": takes active or standby"));
    return {};
}

result<void> assign_prio(xdpbond_config_slave& slave, const xdpbond_options& options, std::string_view value) {
    if (options.mode != XDPBOND_MODE_ACTIVE_BACKUP)
        return usage(text("prio: means nothing in mode ", mode_name(options.mode), ", only in ",
                          mode_name(XDPBOND_MODE_ACTIVE_BACKUP)));
    const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), slave.prio);
    if (failure != std::errc() || end != value.data() + value.size())
        return usage(text("prio=", value, ": takes a number from -2147483648 to 2147483647; the highest is preferred"));
    return {};
}

} // namespace

result<void> assign_slave(xdpbond_config_slave& slave, const xdpbond_options& options, const assignments& settings) {
    for (const auto& [option, value] : settings) {
        auto set = option == "state"  ? assign_state(slave, value)
                   : option == "prio" ? assign_prio(slave, options, value)
                   : option == "queue_id" || option == "actor_port_prio"
                       ? error{exit_code::unsupported, text(option, ": ", find_kernel_option(option)->reason)}
                       : usage(text("'", option, "': no option of a slave; there are state and prio"));
        if (!set)
            return set;
    }
    return {};
}

} // namespace xdpbond::control
