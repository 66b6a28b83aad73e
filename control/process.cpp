// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "process.hpp"

#include "sentence.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace xdpbond::control {

std::uint64_t process_start(std::uint32_t pid) {
    std::ifstream file(text("/proc/", pid, "/stat"));
    std::string line;
    std::getline(file, line);
    const auto paren = line.rfind(')');
    if (paren == line.npos)
        return 0;
    std::istringstream fields(line.substr(paren + 1));
    std::string word;
    for (int field = 3; field <= 22 && fields >> word; field++) {
    }
    return fields ? std::stoull(word) : 0;
}

} // namespace xdpbond::control
