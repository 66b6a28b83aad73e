// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Prometheus' text exposition format, version 0.0.4: metrics with their help, type and samples. Pure.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xdpbond::loader {

using labels = std::vector<std::pair<std::string_view, std::string>>;

class exposition {
public:
    // Samples from now on are this metric's. One that gets none is not told.
    void begin(std::string_view name, std::string_view type, std::string_view help);
    void sample(const labels& labels, std::uint64_t value);
    // Seconds since 1970 from nanoseconds.
    void sample_time(const labels& labels, std::uint64_t nanoseconds);

    const std::string& text() const { return text_; }

private:
    void add(const labels& labels, std::string value);

    std::string text_;
    std::string name_;
    std::string head_;           // of the metric, until it has a sample
    std::set<std::string> told_; // its samples' labels: each may be there once
};

// As it stands between the quotes of a label's value. What is no UTF-8 is told as \xNN, which stays unambiguous.
std::string label_value(std::string_view text);

} // namespace xdpbond::loader
