// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// What became of one frame, as the program's verdict and its own counters tell.

#include <xdpbond/bpf/abi.h>

#include <linux/bpf.h>

#include <cstdint>
#include <ostream>
#include <vector>

namespace xdpbond::test {

struct outcome {
    std::uint32_t verdict = XDP_ABORTED;   // enum xdp_action
    std::vector<unsigned> slots{};         // through which it left, ascending
    std::vector<xdpbond_reason> reasons{}; // counted for it, ascending

    bool operator==(const outcome&) const = default;
};

inline outcome redirected(unsigned slot) {
    return {XDP_REDIRECT, {slot}};
}
inline outcome sent_back(unsigned slot) {
    return {XDP_TX, {slot}};
}
inline outcome dropped(xdpbond_reason why) {
    return {XDP_DROP, {}, {why}};
}
inline outcome passed(xdpbond_reason why) {
    return {XDP_PASS, {}, {why}};
}

// The same, and a reason is counted besides.
inline outcome because(outcome what, xdpbond_reason why) {
    what.reasons.push_back(why);
    return what;
}

std::ostream& operator<<(std::ostream& to, const outcome& what);

} // namespace xdpbond::test
