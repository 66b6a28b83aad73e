// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// libnl's objects, owned.

#include <netlink/cache.h>
#include <netlink/netlink.h>
#include <netlink/route/link.h>

#include <memory>

namespace xdpbond::control {

struct put_link {
    void operator()(rtnl_link* link) const { rtnl_link_put(link); }
};
using owned_link = std::unique_ptr<rtnl_link, put_link>;

struct free_cache {
    void operator()(nl_cache* cache) const { nl_cache_free(cache); }
};
using owned_cache = std::unique_ptr<nl_cache, free_cache>;

} // namespace xdpbond::control
