// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "objects.hpp"

#include <xdpbond/control/options.hpp>

#include <builtin.hpp>

#include <cstring>
#include <string>

namespace xdpbond::loader {

namespace {

control::result<std::span<const std::byte>> find(std::string_view program, const xdpbond_options& options,
                                                 builtin::form form) {
    const auto bytes = builtin::object(program, options.mode, options.hash, form);
    if (bytes.empty())
        return control::error{control::exit_code::unsupported, "program " + std::string(program) +
                                                                   ": is not built in for mode " +
                                                                   std::string(control::mode_name(options.mode))};
    return bytes;
}

} // namespace

control::object_provider builtin_objects() {
    return [](std::string_view program, const xdpbond_options& options) {
        auto plain = control::default_options();
        plain.mode = options.mode;
        plain.hash = options.hash;
        const bool is_plain = std::memcmp(&plain, &options, sizeof(plain)) == 0;
        return find(program, options, is_plain ? builtin::form::plain : builtin::form::tunable);
    };
}

control::object_provider tunable_objects() {
    return [](std::string_view program, const xdpbond_options& options) {
        return find(program, options, builtin::form::tunable);
    };
}

} // namespace xdpbond::loader
