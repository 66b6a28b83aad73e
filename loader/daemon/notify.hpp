// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a service tells its manager: systemd's notification protocol (sd_notify(3)), as far as this daemon needs it.

#include <string_view>

namespace xdpbond::loader {

// One message of lines NAME=VALUE. Nothing happens where no manager asked for it (NOTIFY_SOCKET is not set).
void notify_manager(std::string_view message);

} // namespace xdpbond::loader
