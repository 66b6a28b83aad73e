// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "ask.hpp"

#include "daemon/socket_path.hpp"
#include "daemon_client.hpp"
#include "objects.hpp"

#include <utility>

namespace xdpbond::loader {

result<control::report> do_order(const session& session, order order) {
    order.dry_run = session.where.dry_run;
    order.confirm_within = session.where.confirm_within;
    // Where there is no such place the operation says so.
    if (const auto socket = socket_path(session.where))
        if (auto answer = ask_daemon(*socket, order))
            return *std::move(answer);
    return carry_out(session.where, order, builtin_objects());
}

} // namespace xdpbond::loader
