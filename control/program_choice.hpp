// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// program=P for a bond that is up: another program, or the same from a newer object.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/request.hpp>
#include <xdpbond/control/result.hpp>

namespace xdpbond::control {

// Takes program=P out of the changes of a `set`, and enters it in the configuration. True: there was one, and the
// program is to be swapped even where nothing else changes. "tx", "forward" or "forward:IF" with the other side that
// the bond has, or an object file in full. Another other side: unsupported.
result<bool> take_program(xdpbond_config& config, assignments& changes);

} // namespace xdpbond::control
