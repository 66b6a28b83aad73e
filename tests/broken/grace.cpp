// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Broken on purpose: does not wait for readers, so that a half is written again under a program that still reads it.

#include <xdpbond/control/grace.hpp>

namespace xdpbond::control {

result<void> wait_for_readers() {
    return {};
}

} // namespace xdpbond::control
