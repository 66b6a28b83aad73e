// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// A second translation unit that includes all the first one does: together they must link.
#include <edge.skel.h>
#include <filter.skel.h>

#include <xdpbond/xdpbond.hpp>

#ifdef WITH_CONTROL
#include <xdpbond/control/operations.hpp>
#include <xdpbond/control/options.hpp>
#endif

std::size_t second() {
    return sizeof(edge) + sizeof(filter);
}
