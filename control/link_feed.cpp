// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <xdpbond/control/link_feed.hpp>

#include "glance_message.hpp"
#include "netlink.hpp"
#include "sentence.hpp"

#include <linux/rtnetlink.h>
#include <netlink/errno.h>
#include <netlink/handlers.h>

namespace xdpbond::control {

namespace {

constexpr int receive_buffer = 1 << 20; // a host with thousands of interfaces may change them all at once

error cannot(int code, std::string_view what) {
    return {exit_code::failed, text("netlink: ", what, ": ", nl_geterror(code))};
}

} // namespace

void link_feed::closer::operator()(nl_sock* socket) const {
    nl_socket_free(socket);
}

result<link_feed> link_feed::open() {
    link_feed feed(nl_socket_alloc());
    nl_sock* socket = feed.socket_.get();
    if (!socket)
        return cannot(-NLE_NOMEM, "cannot listen");
    nl_socket_disable_seq_check(socket); // nobody asked for what comes
    if (int code = nl_connect(socket, NETLINK_ROUTE); code < 0)
        return cannot(code, "cannot connect");
    nl_socket_set_buffer_size(socket, receive_buffer, 0); // as far as it may
    if (int code = nl_socket_add_membership(socket, RTNLGRP_LINK); code < 0)
        return cannot(code, "cannot listen to links");
    if (int code = nl_socket_set_nonblocking(socket); code < 0)
        return cannot(code, "cannot make it wait for nothing");
    return feed;
}

int link_feed::descriptor() const {
    return nl_socket_get_fd(socket_.get());
}

std::vector<link_glance> link_feed::take(bool& overrun) {
    std::vector<link_glance> heard;
    owned_callbacks callbacks(nl_cb_alloc(NL_CB_DEFAULT));
    if (!callbacks)
        return heard;
    nl_cb_set(
        callbacks.get(), NL_CB_VALID, NL_CB_CUSTOM,
        [](nl_msg* message, void* to) -> int {
            if (auto seen = read_glance(nlmsg_hdr(message)); seen.ifindex)
                static_cast<std::vector<link_glance>*>(to)->push_back(std::move(seen));
            return NL_OK;
        },
        &heard);
    nl_cb_set(
        callbacks.get(), NL_CB_SEQ_CHECK, NL_CB_CUSTOM, [](nl_msg*, void*) -> int { return NL_OK; }, nullptr);
    for (;;) {
        const int code = nl_recvmsgs(socket_.get(), callbacks.get());
        if (code == -NLE_NOMEM) // ENOBUFS
            overrun = true;
        else if (code < 0)
            return heard; // nothing more, for now
    }
}

} // namespace xdpbond::control
