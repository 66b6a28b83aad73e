// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "far_end.hpp"

#include "netlink.hpp"
#include "sentence.hpp"

#include <fcntl.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <netlink/socket.h>
#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <set>
#include <string_view>
#include <system_error>

namespace xdpbond::control {

namespace {

namespace fs = std::filesystem;

// Shows each network namespace that has a name or a process once, until `is_it` answers yes.
result<far_netns> search(const std::function<bool(int netns)>& is_it) {
    std::set<std::pair<dev_t, ino_t>> seen;
    far_netns found;
    auto look_at = [&](const fs::path& path, std::string where) {
        struct stat about {};
        if (stat(path.c_str(), &about) || !seen.emplace(about.st_dev, about.st_ino).second)
            return false;
        unique_fd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
        if (!fd || !is_it(fd.get()))
            return false;
        found = {std::move(fd), std::move(where)};
        return true;
    };
    std::error_code ignored;
    for (fs::directory_iterator it("/run/netns", ignored), end; !ignored && it != end; it.increment(ignored))
        if (look_at(it->path(), text(" in namespace ", it->path().filename().native())))
            return found;
    for (fs::directory_iterator it("/proc", ignored), end; !ignored && it != end; it.increment(ignored)) {
        const std::string pid = it->path().filename();
        if (pid.find_first_not_of("0123456789") == std::string::npos &&
            look_at(it->path() / "ns/net", text(" in the namespace of process ", pid)))
            return found;
    }
    return error{exit_code::no_such, "no name and no process leads to its network namespace"};
}

int take_nsid(nl_msg* message, void* nsid) {
    if (nlattr* found = nlmsg_find_attr(nlmsg_hdr(message), sizeof(rtgenmsg), NETNSA_NSID))
        *static_cast<std::int32_t*>(nsid) = nla_get_s32(found);
    return NL_OK;
}

// How the calling thread's namespace numbers that one; negative: not at all.
std::int32_t nsid_of(nl_sock* socket, int netns) {
    std::int32_t nsid = NETNSA_NSID_NOT_ASSIGNED;
    owned_message request(nlmsg_alloc_simple(RTM_GETNSID, 0));
    rtgenmsg header{};
    if (request && nlmsg_append(request.get(), &header, sizeof(header), NLMSG_ALIGNTO) == 0 &&
        nla_put_u32(request.get(), NETNSA_FD, static_cast<std::uint32_t>(netns)) == 0)
        exchange(socket, request.get(), take_nsid, &nsid);
    return nsid;
}

} // namespace

result<netns_scope> far_netns::enter() const {
    return fd ? netns_scope::enter(fd.get(), where) : netns_scope::enter("");
}

result<far_netns> find_far_netns(const link_facts& port) {
    if (port.far_nsid < 0)
        return far_netns{};
    owned_socket socket(nl_socket_alloc());
    if (!socket || nl_connect(socket.get(), NETLINK_ROUTE) < 0)
        return error{exit_code::failed, "netlink: cannot connect"};
    return search([&](int netns) { return nsid_of(socket.get(), netns) == port.far_nsid; });
}

result<far_netns> find_netns(std::uint64_t cookie) {
    if (auto here = netns_cookie(); here && *here == cookie)
        return far_netns{};
    return search([cookie](int netns) {
        auto inside = netns_scope::enter(netns, "");
        if (!inside)
            return false;
        auto its = netns_cookie();
        return its && *its == cookie;
    });
}

} // namespace xdpbond::control
