// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What a line_splitter makes of bytes that come in pieces.

#include "daemon/line_splitter.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace xdpbond::test {

using lines = std::vector<std::string>;

inline lines split_lines(std::string_view bytes, std::size_t piece, std::size_t longest) {
    loader::line_splitter splitter(longest);
    lines found;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
        splitter.take(bytes.substr(0, piece));
        while (auto line = splitter.next())
            found.push_back(*line);
    }
    return found;
}

} // namespace xdpbond::test
