// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The options of the kernel's bonding that xdpbond knows but cannot serve without a process of its own.

#include "option_value.hpp"

#include <string_view>

namespace xdpbond::control {

struct kernel_option {
    std::string_view name;
    value_rule rule;
    std::string_view reason; // why not, and what there is instead
};

// nullptr: no such option, or one that is served.
const kernel_option* find_kernel_option(std::string_view name);

} // namespace xdpbond::control
