// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-broken-object NETNS PIN_DIR whole|empty|garbage|truncated:PERCENT|magic|version|mode|FILE
//
// Builds bond "uplink" over s0 and s1 with an object that was damaged in that way. Answers as the command does: one
// line on stderr and an exit code.

#include <builtin.hpp>

#include <xdpbond/control/operations.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

using namespace xdpbond::control;

namespace {

using bytes = std::vector<std::byte>;

// The constant that says what the object was built for; null where there is none.
xdpbond_about* about_in(bytes& object) {
    const std::uint32_t magic = XDPBOND_MAGIC;
    const auto* wanted = reinterpret_cast<const std::byte*>(&magic);
    auto found = std::search(object.begin(), object.end(), wanted, wanted + sizeof magic);
    return found == object.end() ? nullptr : reinterpret_cast<xdpbond_about*>(&*found);
}

bytes file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::vector<char> content{std::istreambuf_iterator<char>(stream), {}};
    bytes object(content.size());
    std::memcpy(object.data(), content.data(), content.size());
    return object;
}

bytes damaged(bytes object, const std::string& how) {
    if (how == "whole")
        return object;
    if (how == "empty")
        return {};
    if (how.starts_with("truncated:")) {
        object.resize(object.size() * std::strtoul(how.c_str() + 10, nullptr, 10) / 100);
        return object;
    }
    if (how == "garbage") {
        for (std::size_t i = 0; i < object.size(); i++)
            object[i] = static_cast<std::byte>(i * 37 + i / 251);
        return object;
    }
    xdpbond_about* about = about_in(object);
    if (about && how == "magic")
        about->magic ^= 1;
    else if (about && how == "version")
        about->abi_version++;
    else if (about && how == "mode")
        about->options.mode = XDPBOND_MODE_BROADCAST;
    else
        return file(how);
    return object;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4)
        return 2;
    const auto original = xdpbond::builtin::object("tx", XDPBOND_MODE_BALANCE_RR, 0);
    const bytes object = damaged({original.begin(), original.end()}, argv[3]);
    up_request request;
    request.name = "uplink";
    request.slaves = {"s0", "s1"};
    context where;
    where.netns = argv[1];
    where.pin_dir = argv[2];
    const auto made = up(where, request, [&](std::string_view, const xdpbond_options&) {
        return result<std::span<const std::byte>>(std::span<const std::byte>(object));
    });
    if (made)
        return 0;
    std::fprintf(stderr, "%s\n", made.failure().message.c_str());
    return static_cast<int>(made.failure().code);
}
