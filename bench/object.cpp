// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "object.hpp"

#include <bpf/libbpf.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace xdpbond::bench {

using control::error;
using control::exit_code;
using control::result;

namespace {

error failed(std::string_view object, std::string_view what) {
    return {errno == EPERM ? exit_code::privilege : exit_code::failed,
            fmt::format("object {}: {}: {}", object, what, std::strerror(errno))};
}

} // namespace

result<object_handle> open_object(std::string_view name, std::span<const std::byte> elf) {
    const std::string object_name(name);
    bpf_object_open_opts options{};
    options.sz = sizeof options;
    options.object_name = object_name.c_str();
    bpf_object* object = ::bpf_object__open_mem(elf.data(), elf.size(), &options);
    if (!object)
        return failed(name, "cannot be opened");
    return object_handle(object, ::bpf_object__close);
}

result<xdpbond_about*> about_bond(bpf_object& object, std::string_view bond) {
    const auto section = fmt::format(".rodata.{}", bond);
    bpf_map* map = ::bpf_object__find_map_by_name(&object, section.c_str());
    std::size_t size = 0;
    void* memory = map ? const_cast<void*>(::bpf_map__initial_value(map, &size)) : nullptr;
    if (!memory || size < sizeof(xdpbond_about))
        return error{exit_code::failed, fmt::format("object {}: no {}: not a bond's object",
                                                    ::bpf_object__name(&object), section)};
    return static_cast<xdpbond_about*>(memory);
}

result<void> load_object(bpf_object& object, std::string_view name) {
    if (::bpf_object__load(&object) < 0)
        return failed(name, "cannot be loaded");
    return {};
}

result<int> find_program(bpf_object& object, std::string_view program) {
    const bpf_program* found = program.empty()
                                   ? ::bpf_object__next_program(&object, nullptr)
                                   : ::bpf_object__find_program_by_name(&object, std::string(program).c_str());
    if (!found)
        return error{exit_code::failed,
                     fmt::format("object {}: no program {}", ::bpf_object__name(&object), program)};
    return ::bpf_program__fd(found);
}

} // namespace xdpbond::bench
