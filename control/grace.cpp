// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/grace.hpp>

#include "grace_map.hpp"
#include "sentence.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace xdpbond::control {

result<void> wait_for_readers() {
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0) == 0)
        return {};
    // A kernel booted with nohz_full= has no global membarrier.
    if (errno == EINVAL || errno == ENOSYS)
        return wait_by_map_update();
    return failed_with(errno, "membarrier", "the table cannot be changed safely");
}

} // namespace xdpbond::control
