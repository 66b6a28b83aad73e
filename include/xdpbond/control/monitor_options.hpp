// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// How a bond watches its slaves and chooses among them: the kernel's options, set one by one as the kernel sets them.

#include <xdpbond/bpf/abi.h>
#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace xdpbond::control {

// primary_reselect: when a slave that is preferred takes over from an active one that works. The kernel's numbers.
enum class reselect : std::uint8_t {
    always = 0,  // as soon as it is up
    better = 1,  // if its speed is higher, or its duplex better at the same speed
    failure = 2, // only once the active one fails
};

struct monitor_options {
    std::uint8_t mode = XDPBOND_MODE_BALANCE_RR; // enum xdpbond_mode
    std::uint32_t miimon = 100; // ms from poll to poll; 0: links are not watched, a slave that joins is up
    // The kernel keeps both as numbers of polls: with another miimon the same number lasts longer or shorter.
    std::uint32_t updelay = 0;   // polls that a returning link has to stay up before it is used
    std::uint32_t downdelay = 0; // polls that a lost link may take to come back before it counts as failed
    // Of mode 802.3ad alone, as in the kernel: the bond has carrier while so many links carry it; 0 means 1. In the
    // other modes one link is enough, whatever it says. Which slaves send does not depend on it.
    std::uint32_t min_links = 0;
    reselect primary_reselect = reselect::always; // of active-backup
    std::string primary{}; // of active-backup: a slave's name, whether it is one yet or not; "": none

    bool operator==(const monitor_options&) const = default;
};

constexpr std::uint64_t updelay_ms(const monitor_options& options) {
    return std::uint64_t{options.updelay} * options.miimon;
}
constexpr std::uint64_t downdelay_ms(const monitor_options& options) {
    return std::uint64_t{options.downdelay} * options.miimon;
}

// Set one option. The result is what an operator should know about it, one sentence, or "".
// set_miimon keeps the delays' numbers of polls. The delays are rounded down to whole polls; with miimon 0 they are
// refused (usage), as there are no polls. For a whole configuration: miimon first.
std::string set_miimon(monitor_options& options, std::uint32_t ms);
result<std::string> set_updelay(monitor_options& options, std::uint32_t ms);
result<std::string> set_downdelay(monitor_options& options, std::uint32_t ms);

} // namespace xdpbond::control
