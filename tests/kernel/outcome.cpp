// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "outcome.hpp"

#include <iterator>

namespace xdpbond::test {

std::ostream& operator<<(std::ostream& to, const outcome& what) {
    constexpr const char* verdicts[] = {"XDP_ABORTED", "XDP_DROP", "XDP_PASS", "XDP_TX", "XDP_REDIRECT"};
    to << (what.verdict < std::size(verdicts) ? verdicts[what.verdict] : "no verdict");
    for (const unsigned slot : what.slots)
        to << ", slot " << slot;
    for (const xdpbond_reason reason : what.reasons)
        to << ", reason " << reason;
    return to;
}

} // namespace xdpbond::test
