// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Broken on purpose: a new device takes over the slot of the one it follows, so that a live key is replaced in place.

#include <xdpbond/control/slots.hpp>

namespace xdpbond::control {

std::uint32_t choose_slot(const slot_table&, std::uint32_t, std::uint32_t wish) {
    return wish;
}

} // namespace xdpbond::control
