// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "line_splitter.hpp"

namespace xdpbond::loader {

void line_splitter::take(std::string_view bytes) {
    if (!too_long())
        rest_.append(bytes);
}

std::optional<std::string> line_splitter::next() {
    const auto end = rest_.find('\n', searched_);
    if (end == rest_.npos || end > longest_) {
        searched_ = end == rest_.npos ? rest_.size() : end;
        return std::nullopt;
    }
    std::string line = rest_.substr(0, end);
    rest_.erase(0, end + 1);
    searched_ = 0;
    return line;
}

bool line_splitter::too_long() const {
    return searched_ > longest_;
}

} // namespace xdpbond::loader
