// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "netlink.hpp"

#include <netlink/errno.h>
#include <netlink/handlers.h>

namespace xdpbond::control {

int exchange(nl_sock* socket, nl_msg* request, nl_recvmsg_msg_cb_t take, void* context) {
    owned_callbacks callbacks(nl_cb_alloc(NL_CB_DEFAULT));
    if (!callbacks)
        return -NLE_NOMEM;
    bool ended = false;
    nl_cb_set(callbacks.get(), NL_CB_VALID, NL_CB_CUSTOM, take, context);
    nl_cb_set(
        callbacks.get(), NL_CB_ACK, NL_CB_CUSTOM,
        [](nl_msg*, void* flag) -> int {
            *static_cast<bool*>(flag) = true;
            return NL_STOP;
        },
        &ended);
    if (int code = nl_send_auto(socket, request); code < 0)
        return code;
    while (!ended)
        if (int code = nl_recvmsgs(socket, callbacks.get()); code < 0)
            return code;
    return 0;
}

} // namespace xdpbond::control
