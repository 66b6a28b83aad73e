// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <edge.skel.h>
#include <filter.skel.h>

#ifdef WITH_CONTROL
#include <xdpbond/control/options.hpp>

#include <string>
#endif

// 0: both programs load into this machine's kernel.
int main() {
#ifdef WITH_CONTROL
    if (std::string(xdpbond::control::mode_name(XDPBOND_MODE_8023AD)) != "802.3ad")
        return 2;
#endif
    edge* first = edge::open_and_load();
    filter* second = filter::open_and_load();
    const bool loaded = first && second;
    edge::destroy(first);
    filter::destroy(second);
    return loaded ? 0 : 1;
}
