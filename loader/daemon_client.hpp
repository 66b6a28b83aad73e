// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A command's end of the daemon's socket.

#include "order_json.hpp"

#include <filesystem>
#include <optional>

namespace xdpbond::loader {

// Gives the order to the daemon that listens there and waits until it is carried out. nullopt: no daemon lives there,
// or it ended without having read the order.
std::optional<control::result<control::report>> ask_daemon(const std::filesystem::path& socket, const order& order);

// nullopt: no daemon lives there.
std::optional<control::result<daemon_facts>> greet_daemon(const std::filesystem::path& socket);

} // namespace xdpbond::loader
