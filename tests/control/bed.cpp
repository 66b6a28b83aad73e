// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "bed.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sched.h>

#include <cstdlib>

using namespace xdpbond::control;

namespace {

links open_links() {
    auto opened = links::open();
    REQUIRE(opened);
    return *std::move(opened);
}

unique_fd leave() {
    unique_fd back(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
    REQUIRE(back);
    REQUIRE(unshare(CLONE_NEWNET) == 0);
    return back;
}

} // namespace

bed::bed() : back_(leave()), net_(open_links()) {}

bed::~bed() {
    if (setns(back_.get(), CLONE_NEWNET))
        std::abort();
}

std::uint32_t bed::add(const std::string& name) {
    ip("link add " + name + " type veth peer name " + name + "x");
    ip("link set " + name + " up");
    ip("link set " + name + "x up");
    return facts(name).ifindex;
}

void bed::remove(const std::string& name) {
    ip("link del " + name);
}

void bed::ip(const std::string& words) {
    INFO("ip ", words);
    REQUIRE(std::system(("ip " + words).c_str()) == 0);
}

link_facts bed::facts(const std::string& name) {
    auto found = net_.by_name(name);
    REQUIRE(found);
    return *found;
}
