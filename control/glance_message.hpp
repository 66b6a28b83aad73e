// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// A glance from a message of the kernel's. Counts of carrier changes are in no object of libnl's.

#include <xdpbond/control/glance.hpp>

struct nlmsghdr;

namespace xdpbond::control {

// `message`: RTM_NEWLINK or RTM_DELLINK. Of another kind, or broken: ifindex 0.
link_glance read_glance(nlmsghdr* message);

} // namespace xdpbond::control
