// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Broken on purpose: writes in place, into the half that programs are reading.

#include <xdpbond/control/halves.hpp>

namespace xdpbond::control {

std::uint32_t idle_half(const xdpbond_table& table) {
    return table.selector & 1;
}

void publish_half(xdpbond_table&, std::uint32_t) {}

} // namespace xdpbond::control
