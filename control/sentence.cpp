// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "sentence.hpp"

#include <bpf/libbpf.h>

#include <cerrno>
#include <cstdlib>

namespace xdpbond::control {

exit_code code_of(int errnum) {
    switch (std::abs(errnum)) {
    case EPERM:
    case EACCES:
    case EROFS:
        return exit_code::privilege;
    case ENOENT:
    case ENODEV:
    case ENXIO:
        return exit_code::no_such;
    case EBUSY:
    case EEXIST:
        return exit_code::busy;
    case EOPNOTSUPP:
    case ENOSYS:
        return exit_code::unsupported;
    default:
        return exit_code::failed;
    }
}

std::string words_of(int errnum) {
    char words[128];
    libbpf_strerror(std::abs(errnum), words, sizeof(words));
    return words;
}

error failed_with(int errnum, std::string_view object, std::string_view what) {
    const bool rights = std::abs(errnum) == EPERM || std::abs(errnum) == EACCES;
    return {code_of(errnum), text(object, ": ", what, ": ", words_of(errnum), rights ? "; run as root" : "")};
}

} // namespace xdpbond::control
