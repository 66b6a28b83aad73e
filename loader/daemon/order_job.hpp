// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// An order as a job of the daemon's.

#include "../order.hpp"
#include "job_queue.hpp"

namespace xdpbond::loader {

job job_of(order asked, std::string cause, std::function<void(const job::answer&)> done);

} // namespace xdpbond::loader
