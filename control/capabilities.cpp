// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/capabilities.hpp>

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <string>

namespace xdpbond::control {

bool has_capability(int number) {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3]{};
    if (syscall(SYS_capget, &header, data))
        return false;
    return data[CAP_TO_INDEX(number)].effective & CAP_TO_MASK(number);
}

result<void> may_manage_bonds() {
    bool all = has_capability(CAP_SYS_ADMIN);
    std::string missing;
    auto need = [&missing](bool have, const char* name) {
        if (!have)
            missing += missing.empty() ? name : std::string(", ") + name;
    };
    need(all || has_capability(CAP_BPF), "CAP_BPF");
    need(has_capability(CAP_NET_ADMIN), "CAP_NET_ADMIN");
    need(all || has_capability(CAP_PERFMON), "CAP_PERFMON");
    if (missing.empty())
        return {};
    return error{exit_code::privilege, "missing " + missing + ": run as root or grant it"};
}

} // namespace xdpbond::control
