// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Bytes as they come → lines. Pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace xdpbond::loader {

class line_splitter {
public:
    // A line may have so many bytes, without its end.
    explicit line_splitter(std::size_t longest) : longest_(longest) {}

    void take(std::string_view bytes);
    // The next whole line without its end, each once.
    std::optional<std::string> next();
    // What comes next is longer than a line may be; there are no more lines then.
    bool too_long() const;

private:
    std::size_t longest_;
    std::string rest_;
    std::size_t searched_ = 0; // of rest_, bytes that hold no line's end
};

} // namespace xdpbond::loader
