// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What many rounds of one measurement come down to.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace xdpbond::bench {

struct spread {
    double min = 0;
    double median = 0;
    double max = 0;
};

// Smallest, middle and largest of a non-empty set; the middle of an even number is the mean of the two in the middle.
inline spread spread_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    const double median = values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
    return {values.front(), median, values.back()};
}

// One value per round and baseline: value[i] / baseline[i]. Both were measured close together, so what slowed the
// machine down in that round slowed both.
inline std::vector<double> ratios(const std::vector<double>& values, const std::vector<double>& baseline) {
    std::vector<double> result;
    for (std::size_t i = 0; i < values.size(); ++i)
        result.push_back(values[i] / baseline[i]);
    return result;
}

} // namespace xdpbond::bench
