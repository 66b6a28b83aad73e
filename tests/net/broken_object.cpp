// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// xdpbond-broken-object NETNS PIN_DIR whole|empty|garbage|truncated:PERCENT|magic|older|newer|unlike|mode|FILE
//
// Builds bond "uplink" over s0 and s1 with an object that was damaged in that way. Answers as the command does: one
// line on stderr and an exit code.

#include <builtin.hpp>

#include <xdpbond/control/operations.hpp>

#include <elf.h>

#include <algorithm>
#include <cstddef>
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

// Makes the section that begins at this constant end after so many bytes.
void cut_section(bytes& object, const xdpbond_about* about, std::size_t size) {
    const auto* header = reinterpret_cast<const Elf64_Ehdr*>(object.data());
    auto* sections = reinterpret_cast<Elf64_Shdr*>(object.data() + header->e_shoff);
    const auto offset = reinterpret_cast<const std::byte*>(about) - object.data();
    for (int i = 0; i < header->e_shnum; i++)
        if (sections[i].sh_type == SHT_PROGBITS && sections[i].sh_offset == static_cast<Elf64_Off>(offset))
            sections[i].sh_size = size;
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
    else if (about && how == "older") {
        about->abi_version--;
        cut_section(object, about, offsetof(xdpbond_about, trace)); // as it was before it could trace
    } else if (about && how == "newer")
        about->abi_version++;
    else if (about && how == "unlike")
        cut_section(object, about, offsetof(xdpbond_about, name));
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
