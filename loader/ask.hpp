// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A command's change: where a daemon runs it is asked, else it is made here.

#include "order.hpp"
#include "session.hpp"

namespace xdpbond::loader {

// With the session's --dry-run and --confirm.
result<control::report> do_order(const session& session, order order);

} // namespace xdpbond::loader
