// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "posix_error.hpp"

#include <cerrno>
#include <cstring>

namespace xdpbond::loader {

control::error posix_error(const std::string& what, int number) {
    using control::exit_code;
    const bool rights = number == EACCES || number == EPERM;
    const auto code = rights ? exit_code::privilege : number == ENOENT ? exit_code::no_such : exit_code::failed;
    return {code, what + ": " + std::strerror(number) + (rights ? "; run as root" : "")};
}

} // namespace xdpbond::loader
