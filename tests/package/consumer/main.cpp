// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <edge.skel.h>
#include <filter.skel.h>

#include <xdpbond/xdpbond.hpp>

#ifdef WITH_CONTROL
#include <xdpbond/control/operations.hpp>
#include <xdpbond/control/options.hpp>

#include <string>
#endif

std::size_t second(); // second.cpp

// 0: both programs load into this machine's kernel.
int main() {
#ifdef WITH_CONTROL
    using namespace xdpbond::control;
    if (std::string(mode_name(XDPBOND_MODE_8023AD)) != "802.3ad")
        return 2;
    const auto bonds = list({.netns = "no-such-namespace"});
    if (bonds || bonds.failure().code != exit_code::no_such)
        return 3;
#endif
    if (!second())
        return 4;
    edge* first = edge::open_and_load();
    filter* second = filter::open_and_load();
    const bool loaded = first && second;
    edge::destroy(first);
    filter::destroy(second);
    return loaded ? 0 : 1;
}
