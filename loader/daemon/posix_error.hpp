// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// errno as an error with the exit code that fits.

#include <xdpbond/control/result.hpp>

#include <string>

namespace xdpbond::loader {

// "<what>: <why>", and "; run as root" where rights are missing.
control::error posix_error(const std::string& what, int number);

} // namespace xdpbond::loader
