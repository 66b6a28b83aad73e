// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// The slaves: veth pairs in a network namespace of this process's own, which goes away with the process.

#include <xdpbond/control/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace xdpbond::bench {

// Moves the calling thread, and those it starts later, into a new network namespace and makes `count` veth pairs
// there, both ends up. Returns the near ends' ifindexes.
control::result<std::vector<std::uint32_t>> make_slaves(unsigned count);

// Makes one more pair there, its far end up, the near one where `up` says so. Returns the near end's ifindex.
control::result<std::uint32_t> make_veth(const std::string& near, const std::string& far, bool up);

} // namespace xdpbond::bench
