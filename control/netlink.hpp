// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// libnl's objects, owned.

#include <netlink/addr.h>
#include <netlink/cache.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/route/link.h>

#include <memory>

namespace xdpbond::control {

struct put_link {
    void operator()(rtnl_link* link) const { rtnl_link_put(link); }
};
using owned_link = std::unique_ptr<rtnl_link, put_link>;

struct put_address {
    void operator()(nl_addr* address) const { nl_addr_put(address); }
};
using owned_address = std::unique_ptr<nl_addr, put_address>;

struct free_cache {
    void operator()(nl_cache* cache) const { nl_cache_free(cache); }
};
using owned_cache = std::unique_ptr<nl_cache, free_cache>;

struct free_message {
    void operator()(nl_msg* message) const { nlmsg_free(message); }
};
using owned_message = std::unique_ptr<nl_msg, free_message>;

struct put_callbacks {
    void operator()(nl_cb* callbacks) const { nl_cb_put(callbacks); }
};
using owned_callbacks = std::unique_ptr<nl_cb, put_callbacks>;

struct free_socket {
    void operator()(nl_sock* socket) const { nl_socket_free(socket); }
};
using owned_socket = std::unique_ptr<nl_sock, free_socket>;

// Sends a request and hands each message of the answer to `take` with `context`, up to the acknowledgement at its end.
// Negative: libnl's error number.
int exchange(nl_sock* socket, nl_msg* request, nl_recvmsg_msg_cb_t take, void* context);

} // namespace xdpbond::control
